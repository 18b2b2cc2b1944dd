package dev.weir.ops.control;

/** The results of {@code then_branch} if the condition holds, else those of {@code else_branch}. */
final class If extends Conditional {
  If() {
    super(
        "If(cond: Tcond, input: Tin...) -> (output: Tout...) Tcond:type; Tin:list(type) >=0;"
            + " Tout:list(type) >=0; then_branch:func; else_branch:func;"
            + " output_shapes:list(shape)=[]; stateful");
  }
}

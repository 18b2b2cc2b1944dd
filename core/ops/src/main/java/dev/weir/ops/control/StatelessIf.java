package dev.weir.ops.control;

/** {@link If} for functions without effects. */
final class StatelessIf extends Conditional {
  StatelessIf() {
    super(
        "StatelessIf(cond: Tcond, input: Tin...) -> (output: Tout...) Tcond:type; Tin:list(type)"
            + " >=0; Tout:list(type) >=0; then_branch:func; else_branch:func;"
            + " output_shapes:list(shape)=[];");
  }
}

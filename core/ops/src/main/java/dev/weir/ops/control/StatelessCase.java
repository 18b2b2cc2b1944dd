package dev.weir.ops.control;

/** {@link Case} for functions without effects. */
final class StatelessCase extends Choice {
  StatelessCase() {
    super(
        "StatelessCase(branch_index: int32, input: Tin...) -> (output: Tout...) Tin:list(type) >=0;"
            + " Tout:list(type) >=0; branches:list(func) >=1; output_shapes:list(shape)=[];");
  }
}

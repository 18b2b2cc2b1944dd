package dev.weir.ops.control;

/**
 * The results of the function that {@code branch_index} picks; the last one if it is out of range.
 */
final class Case extends Choice {
  Case() {
    super(
        "Case(branch_index: int32, input: Tin...) -> (output: Tout...) Tin:list(type) >=0;"
            + " Tout:list(type) >=0; branches:list(func) >=1; output_shapes:list(shape)=[];"
            + " stateful");
  }
}

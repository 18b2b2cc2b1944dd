package dev.weir.ops.control;

/** {@link While} for functions without effects. */
final class StatelessWhile extends Loop {
  StatelessWhile() {
    super(
        "StatelessWhile(input: T...) -> (output: T...) T:list(type) >=0; cond:func; body:func;"
            + " output_shapes:list(shape)=[]; parallel_iterations:int=10;");
  }
}

package dev.weir.ops.control;

/** Applies {@code body} to its inputs as long as {@code cond} holds for them. */
final class While extends Loop {
  While() {
    super(
        "While(input: T...) -> (output: T...) T:list(type) >=0; cond:func; body:func;"
            + " output_shapes:list(shape)=[]; parallel_iterations:int=10; stateful");
  }
}

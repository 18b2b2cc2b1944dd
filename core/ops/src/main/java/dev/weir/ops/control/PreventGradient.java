package dev.weir.ops.control;

/** Its input; asking for a gradient through it is an error with its {@code message}. */
final class PreventGradient extends Passing {
  PreventGradient() {
    super("PreventGradient(input: T) -> (output: T) T:type; message:string=\"\";");
  }

  @Override
  public String notDifferentiable() {
    return "refusing a gradient is its purpose";
  }
}

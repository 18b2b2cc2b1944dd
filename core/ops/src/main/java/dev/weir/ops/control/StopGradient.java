package dev.weir.ops.control;

/** Its input; no gradient flows back through it. */
final class StopGradient extends Passing {
  StopGradient() {
    super("StopGradient(input: T) -> (output: T) T:type;");
  }

  @Override
  public String notDifferentiable() {
    return "stopping the gradient is its purpose";
  }
}

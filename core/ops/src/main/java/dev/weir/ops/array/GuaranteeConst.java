package dev.weir.ops.array;

/** Its input, which the author of the graph promises never to change. */
final class GuaranteeConst extends PassThrough {
  GuaranteeConst() {
    super("GuaranteeConst(input: T) -> (output: T) T:type; stateful");
  }

  @Override
  public String notDifferentiable() {
    return "its input is promised to be constant";
  }
}

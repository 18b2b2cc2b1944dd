package dev.weir.ops.train;

/** The second half of forward-backward splitting: regularization that reaches exact zeros. */
final class Proximal {
  private Proximal() {}

  /** {@code sign(v) max(|v| - rate l1, 0) / (1 + rate l2)}. */
  static Numbers shrink(UpdateBlock block, Numbers v, Numbers rate) {
    Numbers l1 = block.parameter("l1");
    Numbers divisor = block.constant(1).plus(block.parameter("l2").times(rate));
    if (l1.first() > 0) {
      Numbers size = v.abs().minus(rate.times(l1)).max(block.constant(0));
      return v.sign().times(size).dividedBy(divisor);
    }
    return v.dividedBy(divisor);
  }
}

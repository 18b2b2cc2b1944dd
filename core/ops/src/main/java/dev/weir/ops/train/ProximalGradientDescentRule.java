package dev.weir.ops.train;

/**
 * Forward-backward splitting with a fixed learning rate: a step of gradient descent, {@code v = var
 * - α δ}, then {@code var ← sign(v) max(|v| - α l1, 0) / (1 + α l2)}.
 *
 * <p>See <a
 * href="https://proceedings.neurips.cc/paper/2009/file/621bf66ddb7c962aa0d22ac97d69b793-Paper.pdf">Duchi
 * and Singer, 2009</a>.
 */
final class ProximalGradientDescentRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers rate = block.parameter("alpha");
    Numbers moved = block.get("var").minus(block.gradient().times(rate));
    block.set("var", Proximal.shrink(block, moved, rate));
  }
}

package dev.weir.ops.support;

import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.FloatAddition;
import java.util.Objects;

/**
 * Adds float32 or takes them away, neighbors in bulk: most of what is scattered are rows of these.
 *
 * @param sign 1 or -1
 */
record FloatSum(float sign) implements ElementCombiner {
  @Override
  public void apply(Tensor target, long i, Tensor source, long j) {
    target.setFloat(i, target.getFloat(i) + sign * source.getFloat(j));
  }

  @Override
  public void applyAll(Tensor target, long at, Tensor source, long from, long count) {
    Objects.checkFromIndexSize(at, count, target.elements());
    Objects.checkFromIndexSize(from, count, source.elements());
    FloatAddition.add(target.buffer(), at, source.buffer(), from, count, sign);
  }
}

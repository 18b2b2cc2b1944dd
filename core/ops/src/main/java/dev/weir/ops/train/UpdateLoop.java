package dev.weir.ops.train;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies a rule to elements, a block after the other.
 *
 * @param values the variables' values, to be written to
 */
record UpdateLoop(
    UpdateRule rule,
    List<String> names,
    List<Tensor> values,
    Tensor gradient,
    UpdateParameters parameters) {
  /** Few enough for the caches, many enough to make the cost of a block small. */
  private static final int BLOCK = 256;

  private static final int GRAIN = 16 * BLOCK;

  /** An element takes a nanosecond or two. */
  private static final int SINGLE_GRAIN = 4 * GRAIN;

  /** A step with every element. */
  void all(ParallelFor parallel) {
    @Nullable SingleStep single = single();
    if (single == null) {
      parallel.forRange(gradient.elements(), GRAIN, (from, to) -> run(from, from, to - from));
    } else {
      parallel.forRange(
          gradient.elements(),
          SINGLE_GRAIN,
          (from, to) -> loop(single, to - from).run(from, from, to - from));
    }
  }

  /** A step with some rows. */
  void rows(Tensor indices) {
    long size = gradient.elements() / indices.elements();
    @Nullable SingleStep single = single();
    if (single == null) {
      Map<String, Numbers> repeated = parameters.repeated((int) Math.min(BLOCK, size));
      for (long i = 0; i < indices.elements(); i++) {
        run(indices.getLong(i) * size, i * size, size, repeated);
      }
    } else {
      SingleLoop loop = loop(single, size);
      for (long i = 0; i < indices.elements(); i++) {
        loop.run(indices.getLong(i) * size, i * size, size);
      }
    }
  }

  private @Nullable SingleStep single() {
    return gradient.dtype() == DType.FLOAT32 ? rule.single(parameters) : null;
  }

  private SingleLoop loop(SingleStep step, long count) {
    return new SingleLoop(step, values, gradient, count);
  }

  private void run(long from, long gradientFrom, long count) {
    run(from, gradientFrom, count, parameters.repeated((int) Math.min(BLOCK, count)));
  }

  private void run(long from, long gradientFrom, long count, Map<String, Numbers> repeated) {
    for (long done = 0; done < count; done += BLOCK) {
      int size = (int) Math.min(BLOCK, count - done);
      rule.apply(
          new UpdateBlock(
              names,
              values,
              gradient,
              size == Math.min(BLOCK, count) ? repeated : parameters.repeated(size),
              from + done,
              gradientFrom + done,
              size));
    }
  }
}

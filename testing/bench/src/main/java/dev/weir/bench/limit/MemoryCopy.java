package dev.weir.bench.limit;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;

/**
 * Copies memory on all cores: no function that reads and writes as much can be faster, once it does
 * not fit the caches.
 */
public final class MemoryCopy {
  private final ParallelFor parallel;
  private final Tensor source;
  private final Tensor target;

  /** Copies so many float32. */
  public MemoryCopy(ParallelFor parallel, int elements) {
    this.parallel = parallel;
    this.source = Tensors.of(Shape.of(elements), new float[elements]);
    this.target = Tensor.allocate(DType.FLOAT32, Shape.of(elements));
  }

  /** Bytes read and written by one copy. */
  public double bytes() {
    return 2.0 * source.byteSize();
  }

  /** Copies once. */
  public void copy() {
    parallel.forRange(
        source.elements(), 1 << 16, (from, to) -> target.copyFrom(source, from, from, to - from));
  }
}

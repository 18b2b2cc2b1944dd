package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code TopK} and {@code TopKV2}: each element of a row is compared with the least of those found
 * so far.
 */
final class TopVectorKernel implements Kernel {
  private final RankLoop loop;
  private final int shift;
  private final long fixed;

  /**
   * @param fixed how many elements to find; -1 if an input tells
   */
  private TopVectorKernel(DType dtype, long fixed) {
    this.loop = RankLoop.of(dtype);
    this.shift = ScalarType.of(dtype).shift();
    this.fixed = fixed;
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addShared("TopKV2", dtype, () -> new TopVectorKernel(dtype, -1));
    table.addCached(
        "TopK", dtype, spec -> spec.attrs().integer("k"), k -> new TopVectorKernel(dtype, k));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    int k = Math.toIntExact(fixed < 0 ? context.input(1).getLong(0) : fixed);
    int width = Math.toIntExact(x.shape().size(-1));
    Shape shape = x.shape().withSize(-1, k);
    Tensor values = context.allocate(0, shape);
    Tensor indices = context.allocate(1, shape);
    if (values.elements() == 0) {
      return;
    }
    ScalarType index = ScalarType.of(indices.dtype());
    long in = RawMemory.address(x);
    long out = RawMemory.address(values);
    long places = RawMemory.address(indices);
    Grain.COSTLY.forRows(
        context,
        values.elements() / k,
        width,
        (from, to) -> {
          Greatest greatest = new Greatest(k);
          for (long row = from; row < to; row++) {
            long first = in + (row * width << shift);
            loop.greatest(first, width, greatest);
            for (int i = 0; i < k; i++) {
              loop.copy(first, greatest.places[i], out + (row * k + i << shift));
              index.setBits(index.at(places, row * k + i), greatest.places[i]);
            }
          }
        });
  }
}

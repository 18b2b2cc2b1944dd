package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** {@code LowerBound} and {@code UpperBound}: the places of values in sorted rows. */
final class SearchVectorKernel implements Kernel {
  private final SearchLoop loop;
  private final int shift;

  private SearchVectorKernel(DType dtype, boolean goesAfterEqual) {
    this.loop = SearchLoop.of(dtype, goesAfterEqual);
    this.shift = ScalarType.of(dtype).shift();
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addShared("LowerBound", dtype, () -> new SearchVectorKernel(dtype, false));
    table.addShared("UpperBound", dtype, () -> new SearchVectorKernel(dtype, true));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor sorted = context.input(0);
    Tensor values = context.input(1);
    Tensor out = context.allocate(0, values.shape());
    if (values.elements() == 0) {
      return;
    }
    long width = sorted.shape().size(1);
    long count = values.shape().size(1);
    ScalarType index = ScalarType.of(out.dtype());
    long rows = RawMemory.address(sorted);
    long in = RawMemory.address(values);
    long places = RawMemory.address(out);
    Grain.COSTLY.forRange(
        context,
        values.elements(),
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long place = loop.place(rows + (i / count * width << shift), width, in + (i << shift));
            index.setBits(index.at(places, i), place);
          }
        });
  }
}

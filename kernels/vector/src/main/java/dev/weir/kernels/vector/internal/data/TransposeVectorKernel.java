package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code Transpose} of elements of four or eight bytes. */
final class TransposeVectorKernel implements Kernel {
  private final int shift;

  private TransposeVectorKernel(int shift) {
    this.shift = shift;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (dtype.byteSize() == Integer.BYTES || dtype.byteSize() == Long.BYTES) {
        int shift = Integer.numberOfTrailingZeros(dtype.byteSize());
        table.addShared("Transpose", dtype, () -> new TransposeVectorKernel(shift));
      }
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor order = context.input(1);
    int rank = x.shape().rank();
    int[] dimensions = new int[rank];
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      int d = (int) order.getLong(i);
      dimensions[i] = d < 0 ? d + rank : d;
      sizes[i] = x.shape().size(dimensions[i]);
    }
    Shape shape = Shape.of(sizes);
    TransposeLayout layout = TransposeLayout.of(x.shape(), dimensions);
    if (x.elements() == 0) {
      context.allocate(0, shape);
    } else if (layout.isUnmoved()) {
      context.set(0, x.reshaped(shape));
    } else {
      Tensor y = context.allocate(0, shape);
      run(context, layout, RawMemory.address(x), RawMemory.address(y));
    }
  }

  private void run(KernelContext context, TransposeLayout layout, long in, long out) {
    TransposeLoop loop = new TransposeLoop(layout, shift, in, out);
    Grain.CHEAP.forRows(context, layout.parts(), layout.partSize(), loop::run);
  }
}

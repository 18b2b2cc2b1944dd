package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code OneHot}: rows are filled, and while they are in the cache their one element is set. */
final class OneHotVectorKernel implements Kernel {
  private final long axis;

  private OneHotVectorKernel(long axis) {
    this.axis = axis;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : List.of(DType.UINT8, DType.INT8, DType.INT32, DType.INT64)) {
      table.add(
          "OneHot",
          dtype,
          spec ->
              spec.outputDtype(0).isObject()
                  ? null
                  : new OneHotVectorKernel(spec.attrs().integer("axis")));
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor indices = context.input(0);
    Shape shape = indices.shape();
    long depth = context.input(1).getLong(0);
    int d = axis == -1 ? shape.rank() : (int) axis;
    Shape result = shape.slice(0, d).concat(Shape.of(depth)).concat(shape.slice(d, shape.rank()));
    Tensor out = context.allocate(0, result);
    if (out.elements() > 0) {
      long inner = shape.elements(d, shape.rank());
      fill(context, indices, out, depth, inner);
    }
  }

  /** Blocks of {@code depth} rows of {@code inner} elements each, one for the outer dimensions. */
  private static void fill(
      KernelContext context, Tensor indices, Tensor out, long depth, long inner) {
    int size = out.dtype().byteSize();
    long on = RawMemory.address(context.input(2));
    long off = RawMemory.address(context.input(3));
    long to = RawMemory.address(out);
    long block = depth * inner;
    if (out.elements() / block == 1) {
      RowCopy.fillAll(context, off, size, to, out.byteSize());
      set(indices, 0, inner, depth, on, size, to);
      return;
    }
    Grain.CHEAP.forRows(
        context,
        out.elements() / block,
        block,
        (first, end) -> {
          for (long n = first; n < end; n++) {
            long at = to + n * block * size;
            RowCopy.fill(off, size, at, block * size);
            set(indices, n * inner, inner, depth, on, size, at);
          }
        });
  }

  private static void set(
      Tensor indices, long from, long count, long depth, long on, int size, long to) {
    for (long i = 0; i < count; i++) {
      long index = indices.getLong(from + i);
      if (index >= 0 && index < depth) {
        RowCopy.copy(on, to + (index * count + i) * size, size);
      }
    }
  }
}

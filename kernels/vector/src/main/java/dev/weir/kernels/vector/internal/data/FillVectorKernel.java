package dev.weir.kernels.vector.internal.data;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code Fill}: a tensor of equal elements. */
final class FillVectorKernel implements Kernel {
  static void addTo(KernelTable table) {
    for (DType dtype : List.of(DType.INT32, DType.INT64)) {
      table.addSharedIf(
          "Fill", dtype, spec -> !spec.outputDtype(0).isObject(), FillVectorKernel::new);
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor dims = context.input(0);
    long[] sizes = new long[(int) dims.elements()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = dims.getLong(i);
      if (sizes[i] < 0) {
        throw WeirException.invalidArgument("dims must be 0 or more, got %s", dims);
      }
    }
    Tensor out = context.allocate(0, Shape.of(sizes));
    if (out.elements() == 0) {
      return;
    }
    Tensor value = context.input(1);
    RowCopy.fillAll(
        context,
        RawMemory.address(value),
        value.dtype().byteSize(),
        RawMemory.address(out),
        out.byteSize());
  }
}

package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels of convolutions and their gradients. */
public final class ConvolutionKernels {
  private ConvolutionKernels() {}

  /** Adds all of them to a table. */
  public static void addTo(KernelTable table) {
    addPlain(table, "Conv2D", "Conv2DBackpropFilter", "Conv2DBackpropInput");
    addPlain(table, "Conv3D", "Conv3DBackpropFilterV2", "Conv3DBackpropInputV2");
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16)) {
      table.add("DepthwiseConv2dNative", dtype, ConvolutionVectorKernel::new);
      table.add("DepthwiseConv2dNativeBackpropFilter", dtype, ConvolutionVectorKernel::new);
    }
    table.add("DepthwiseConv2dNativeBackpropInput", DType.INT32, ConvolutionVectorKernel::new);
  }

  private static void addPlain(KernelTable table, String op, String filter, String input) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      table.add(op, dtype, ConvolutionVectorKernel::new);
      table.add(filter, dtype, ConvolutionVectorKernel::new);
    }
    for (DType sizes : List.of(DType.INT32, DType.INT64)) {
      table.add(input, sizes, ConvolutionKernels::ofProducts);
    }
  }

  private static @Nullable Kernel ofProducts(KernelSpec spec) {
    DType dtype = spec.inputDtype(2);
    return dtype == DType.FLOAT32 || dtype == DType.FLOAT64
        ? new ConvolutionVectorKernel(spec)
        : null;
  }
}

package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.elementwise.ArithmeticKernels;
import dev.weir.kernels.vector.internal.elementwise.BinaryVectorKernel;
import dev.weir.kernels.vector.internal.elementwise.ElementTypes;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.Shape;

/** {@code BiasAdd}: one number for each channel, which is the last dimension or the second. */
final class BiasAddVectorKernel implements Kernel {
  private final BinaryVectorKernel sum;
  private final boolean isChannelSecond;

  private BiasAddVectorKernel(BinaryVectorKernel sum, boolean isChannelSecond) {
    this.sum = sum;
    this.isChannelSecond = isChannelSecond;
  }

  static void addTo(KernelTable table) {
    ElementTypes.forEach(
        (dtype, element) -> {
          table.addCached(
              "BiasAdd",
              dtype,
              spec -> spec.attrs().string("data_format"),
              format -> of(element, format.equals("NCHW")));
          table.addShared("BiasAddV1", dtype, () -> of(element, false));
        });
  }

  private static BiasAddVectorKernel of(Element<?> element, boolean isChannelSecond) {
    return new BiasAddVectorKernel(
        BinaryVectorKernel.of(ArithmeticKernels.sum(element), element.shift(), Grain.CHEAP),
        isChannelSecond);
  }

  @Override
  public void compute(KernelContext context) {
    Shape bias = context.input(1).shape();
    if (isChannelSecond) {
      long[] sizes = new long[context.input(0).shape().rank() - 1];
      java.util.Arrays.fill(sizes, 1);
      sizes[0] = bias.size(0);
      sum.compute(context, Shape.of(sizes));
    } else {
      sum.compute(context, bias);
    }
  }
}

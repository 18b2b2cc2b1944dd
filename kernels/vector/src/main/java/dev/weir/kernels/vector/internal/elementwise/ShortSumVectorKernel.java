package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * {@code AddN} and {@code AccumulateNV2} of numbers of 16 bits: the sum is rounded once, at the
 * end.
 */
final class ShortSumVectorKernel implements Kernel {
  /** Sets elements {@code from} to {@code to} to sums of operands, given by their addresses. */
  interface Loop {
    void run(long[] operands, long out, long from, long to);
  }

  private final Loop loop;

  private ShortSumVectorKernel(Loop loop) {
    this.loop = loop;
  }

  static void addTo(KernelTable table) {
    for (String op : List.of("AddN", "AccumulateNV2")) {
      table.addShared(op, DType.BFLOAT16, () -> of(Element.BFLOAT16));
      table.addShared(op, DType.FLOAT16, () -> of(Element.HALF));
    }
  }

  private static Kernel of(RealElement<?> element) {
    return new ShortSumVectorKernel(
        Specialized.copy(MethodHandles.lookup(), ShortSumLoop.class, Loop.class, element));
  }

  @Override
  public void compute(KernelContext context) {
    long[] operands = new long[context.inputCount()];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = RawMemory.address(context.input(i));
    }
    Tensor out = context.forward(0, 0, context.input(0).shape());
    long to = RawMemory.address(out);
    Grain.COSTLY.forRange(
        context, out.elements(), (from, end) -> loop.run(operands, to, from, end));
  }
}

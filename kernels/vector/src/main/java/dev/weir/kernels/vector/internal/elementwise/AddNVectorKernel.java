package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;

/** {@code AddN}: the sum of any number of operands of one shape. */
final class AddNVectorKernel implements Kernel {
  /** Elements whose running sum stays in first-level cache while operand after operand is added. */
  private static final int BLOCK = 2048;

  private final BinaryLoop sum;
  private final int shift;

  AddNVectorKernel(BinaryLoop sum, int shift) {
    this.sum = sum;
    this.shift = shift;
  }

  static void addTo(KernelTable table) {
    ElementTypes.forEachPlain(
        (dtype, element) ->
            table.addShared(
                "AddN",
                dtype,
                () -> new AddNVectorKernel(ArithmeticKernels.sum(element), element.shift())));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor first = context.input(0);
    if (context.inputCount() == 1) {
      context.set(0, first.retained());
      return;
    }
    Tensor out = context.forward(0, 0, first.shape());
    long[] operands = new long[context.inputCount()];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = RawMemory.address(context.input(i));
    }
    long to = RawMemory.address(out);
    if (Grain.CHEAP.isOnePart(out.elements())) {
      add(operands, to, 0, out.elements());
    } else {
      Grain.CHEAP.forRange(context, out.elements(), (from, end) -> add(operands, to, from, end));
    }
  }

  private void add(long[] operands, long out, long from, long to) {
    for (long start = from; start < to; start += BLOCK) {
      long offset = start << shift;
      long count = Math.min(BLOCK, to - start);
      sum.run(operands[0] + offset, operands[1] + offset, out + offset, count);
      for (int i = 2; i < operands.length; i++) {
        sum.run(out + offset, operands[i] + offset, out + offset, count);
      }
    }
  }
}

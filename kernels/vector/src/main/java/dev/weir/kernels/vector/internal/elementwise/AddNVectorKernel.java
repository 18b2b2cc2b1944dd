package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.WholeElement;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code AddN} and {@code AccumulateNV2}: the sum of any number of operands of one shape. Complex
 * numbers are added as their parts.
 */
final class AddNVectorKernel implements Kernel {
  /** Elements whose running sum stays in first-level cache while operand after operand is added. */
  private static final int BLOCK = 2048;

  private final BinaryLoop sum;
  private final int shift;
  private final int parts;

  /**
   * @param shift the binary logarithm of the bytes of what is added
   * @param parts how many of these an element has
   */
  private AddNVectorKernel(BinaryLoop sum, int shift, int parts) {
    this.sum = sum;
    this.shift = shift;
    this.parts = parts;
  }

  static void addTo(KernelTable table) {
    ElementTypes.forEachPlain((dtype, element) -> add(table, dtype, element, 1));
    ElementTypes.Whole whole =
        new ElementTypes.Whole() {
          @Override
          public <T> void accept(DType dtype, WholeElement<T> element) {
            add(table, dtype, element, 1);
          }
        };
    ElementTypes.forEachOtherWhole(whole);
    ElementTypes.forEachQuantized(whole);
    add(table, DType.COMPLEX64, Element.FLOAT, 2);
    add(table, DType.COMPLEX128, Element.DOUBLE, 2);
  }

  private static void add(KernelTable table, DType dtype, Element<?> element, int parts) {
    for (String op : List.of("AddN", "AccumulateNV2")) {
      table.addShared(
          op,
          dtype,
          () -> new AddNVectorKernel(ArithmeticKernels.sum(element), element.shift(), parts));
    }
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
    long count = out.elements() * parts;
    if (Grain.CHEAP.isOnePart(count)) {
      add(operands, to, 0, count);
    } else {
      Grain.CHEAP.forRange(context, count, (from, end) -> add(operands, to, from, end));
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

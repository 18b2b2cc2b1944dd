package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.kernels.vector.internal.support.ExpandedOperand;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code Select} and {@code SelectV2} with numbers of any width. What {@code SelectV2} stretches is
 * copied in full before, unless it is a single element; other shapes of {@code Select} are left to
 * the reference kernel.
 */
final class SelectVectorKernel implements Kernel {
  private static final SelectLoop LOOP = new SelectLoop();

  private final @Nullable Kernel reference;
  private final int shift;

  private SelectVectorKernel(@Nullable Kernel reference, int shift) {
    this.reference = reference;
    this.shift = shift;
  }

  /** The loops for elements that have none in vectors. */
  private static final class Narrow {
    static final SelectLoop.OfWidth BYTES = SelectLoop.ofWidth(0);
    static final SelectLoop.OfWidth SHORTS = SelectLoop.ofWidth(1);
    static final SelectLoop.OfWidth PAIRS = SelectLoop.ofWidth(4);
  }

  static void addTo(KernelTable table) {
    table.add("Select", DType.BOOL, spec -> of(spec, OpRegistry.standard().find("Select")));
    table.add("SelectV2", DType.BOOL, spec -> of(spec, null));
  }

  private static @Nullable Kernel of(KernelSpec spec, @Nullable OpDefinition fallback) {
    DType dtype = spec.outputDtype(0);
    if (dtype.isObject()) {
      return null;
    }
    Kernel reference = fallback == null ? null : fallback.kernel(spec);
    return new SelectVectorKernel(reference, Integer.numberOfTrailingZeros(dtype.byteSize()));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor condition = context.input(0);
    Tensor x = context.input(1);
    Tensor y = context.input(2);
    boolean isAlike = x.shape().equals(condition.shape()) && y.shape().equals(condition.shape());
    if (!isAlike && reference != null) {
      reference.compute(context);
      return;
    }
    Shape shape = isAlike ? x.shape() : stretched(condition.shape(), x.shape(), y.shape());
    boolean isFirstFree = x.buffer().isExclusive() && x.elements() == shape.elements();
    Tensor z = context.forward(isFirstFree ? 1 : 2, 0, shape);
    if (z.elements() > 0) {
      Tensor conditions =
          condition.shape().equals(shape)
              ? condition
              : ExpandedOperand.of(context, condition, shape);
      long truths = RawMemory.address(conditions);
      SelectLoop.Operand left = operand(context, x, shape);
      SelectLoop.Operand right = operand(context, y, shape);
      long out = RawMemory.address(z);
      Grain.CHEAP.forRange(
          context, z.elements(), (from, to) -> run(truths, left, right, out, from, to));
    }
  }

  private static Shape stretched(Shape condition, Shape x, Shape y) {
    return BroadcastRows.of(condition, BroadcastRows.of(x, y).shape()).shape();
  }

  private static SelectLoop.Operand operand(KernelContext context, Tensor x, Shape shape) {
    if (x.elements() == shape.elements()) {
      return SelectLoop.Operand.ofAll(RawMemory.address(x));
    }
    return x.elements() == 1
        ? SelectLoop.Operand.ofOne(RawMemory.address(ExpandedOperand.ofOne(context, x)))
        : SelectLoop.Operand.ofAll(RawMemory.address(ExpandedOperand.of(context, x, shape)));
  }

  private void run(
      long conditions, SelectLoop.Operand x, SelectLoop.Operand y, long out, long from, long to) {
    long offset = from << shift;
    long truths = conditions + from;
    SelectLoop.Operand left = x.from(offset);
    SelectLoop.Operand right = y.from(offset);
    long count = to - from;
    switch (shift) {
      case 0 -> Narrow.BYTES.run(truths, left, right, out + offset, count);
      case 1 -> Narrow.SHORTS.run(truths, left, right, out + offset, count);
      case 2 -> LOOP.ofInts(truths, left, right, out + offset, count);
      case 3 -> LOOP.ofLongs(truths, left, right, out + offset, count);
      default -> Narrow.PAIRS.run(truths, left, right, out + offset, count);
    }
  }
}

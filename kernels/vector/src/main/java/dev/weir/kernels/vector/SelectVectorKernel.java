package dev.weir.kernels.vector;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code Select} and {@code SelectV2} of operands of one shape, with elements of four or eight
 * bytes; other shapes are left to the reference kernel.
 */
final class SelectVectorKernel implements Kernel {
  private static final SelectLoop LOOP = new SelectLoop();

  private final Kernel reference;
  private final boolean isWide;

  private SelectVectorKernel(Kernel reference, boolean isWide) {
    this.reference = reference;
    this.isWide = isWide;
  }

  static void addTo(KernelTable table) {
    for (String op : List.of("Select", "SelectV2")) {
      table.add(op, DType.BOOL, SelectVectorKernel::of);
    }
  }

  private static @Nullable Kernel of(KernelSpec spec) {
    OpDefinition op = OpRegistry.standard().find(spec.op());
    DType dtype = spec.outputDtype(0);
    if (op == null || (dtype.byteSize() != Integer.BYTES && dtype.byteSize() != Long.BYTES)) {
      return null;
    }
    return new SelectVectorKernel(op.kernel(spec), dtype.byteSize() == Long.BYTES);
  }

  @Override
  public void compute(KernelContext context) {
    Tensor condition = context.input(0);
    Tensor x = context.input(1);
    Tensor y = context.input(2);
    Shape shape = condition.shape();
    if (!x.shape().equals(shape) || !y.shape().equals(shape)) {
      reference.compute(context);
      return;
    }
    Tensor z = context.forward(x.buffer().isExclusive() ? 1 : 2, 0, shape);
    long conditions = RawMemory.address(condition);
    long left = RawMemory.address(x);
    long right = RawMemory.address(y);
    long out = RawMemory.address(z);
    if (Grain.CHEAP.isOnePart(z.elements())) {
      run(conditions, left, right, out, 0, z.elements());
    } else {
      Grain.CHEAP.forRange(
          context, z.elements(), (from, to) -> run(conditions, left, right, out, from, to));
    }
  }

  private void run(long conditions, long x, long y, long out, long from, long to) {
    long offset = from * (isWide ? Long.BYTES : Integer.BYTES);
    if (isWide) {
      LOOP.ofLongs(conditions + from, x + offset, y + offset, out + offset, to - from);
    } else {
      LOOP.ofInts(conditions + from, x + offset, y + offset, out + offset, to - from);
    }
  }
}

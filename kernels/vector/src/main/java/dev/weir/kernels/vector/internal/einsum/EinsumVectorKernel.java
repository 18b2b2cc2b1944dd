package dev.weir.kernels.vector.internal.einsum;

import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.gemm.WideNumbers;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code Einsum} as reductions of single operands followed by matrix products, or by loops where
 * there is little to multiply. Shapes that the equation refuses are left to the reference kernel,
 * which says why.
 */
final class EinsumVectorKernel implements Kernel {
  /** Multiplications of a vector and a matrix that a call for each would take longer than. */
  private static final long SMALL_PRODUCT = 2048;

  private final String equation;
  private final Kernel reference;

  private EinsumVectorKernel(KernelSpec spec) {
    this.equation = spec.attrs().string("equation");
    this.reference = OpRegistry.standard().get(spec.op()).kernel(spec);
  }

  static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      if (dtype.isFloating() || dtype.isInteger() || dtype.isComplex()) {
        table.add("Einsum", dtype, EinsumVectorKernel::new);
      }
    }
  }

  @Override
  public void compute(KernelContext context) {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < context.inputCount(); i++) {
      shapes.add(context.input(i).shape());
    }
    @Nullable EinsumAxes axes = EinsumAxes.of(equation, shapes);
    if (axes == null) {
      reference.compute(context);
      return;
    }
    Tensor output = context.allocate(0, axes.shape());
    if (output.elements() == 0) {
      return;
    }
    if (axes.isEmpty() || axes.isSparse()) {
      output.buffer().fill(0, output.byteSize(), (byte) 0);
    }
    if (axes.isEmpty()) {
      return;
    }
    boolean isMove = shapes.size() == 1 && axes.axes().stream().allMatch(EinsumAxis::isKept);
    if (isMove) {
      long from = RawMemory.address(context.input(0));
      int bytes = output.dtype().byteSize();
      AxisCopy.run(context, axes.axes(), bytes, from, RawMemory.address(output));
      return;
    }
    DType wide = WideNumbers.of(output.dtype());
    Tensor room = WideNumbers.room(context, output, wide);
    if (room != output && axes.isSparse()) {
      room.buffer().fill(0, room.byteSize(), (byte) 0);
    }
    multiply(context, axes.axes(), wide, room);
    WideNumbers.narrow(context, room, output);
  }

  private static void multiply(
      KernelContext context, List<EinsumAxis> axes, DType wide, Tensor room) {
    Tensor a = WideNumbers.widened(context, context.input(0), wide);
    long c = RawMemory.address(room);
    if (context.inputCount() == 1) {
      StridedSums.run(context, wide, axes, RawMemory.address(a), 0, false, c);
      return;
    }
    Tensor b = WideNumbers.widened(context, context.input(1), wide);
    List<EinsumAxis> rest = new ArrayList<>(axes);
    if (rest.stream().anyMatch(axis -> !axis.isKept() && axis.b() == 0)) {
      a = reduced(context, rest, a, wide);
    }
    if (rest.stream().anyMatch(axis -> !axis.isKept() && axis.a() == 0)) {
      rest.replaceAll(EinsumAxis::swapped);
      b = reduced(context, rest, b, wide);
      rest.replaceAll(EinsumAxis::swapped);
    }
    EinsumProduct product = new EinsumProduct(context, wide, rest, a, b, room);
    if (isProduct(product)) {
      product.run();
    } else {
      StridedSums.run(context, wide, rest, RawMemory.address(a), RawMemory.address(b), true, c);
    }
  }

  private static boolean isProduct(EinsumProduct product) {
    long m = product.rowCount();
    long n = product.columnCount();
    long k = product.depth();
    if (k == 1 || (m == 1 && n == 1) || Math.max(Math.max(m, n), k) > Integer.MAX_VALUE / 4) {
      return false;
    }
    return Math.min(m, n) > 1 || m * n * k > SMALL_PRODUCT;
  }

  /**
   * The first operand summed over what only it has; its steps in the loops become those of this.
   */
  private static Tensor reduced(
      KernelContext context, List<EinsumAxis> axes, Tensor a, DType wide) {
    List<EinsumAxis> loops = new ArrayList<>();
    long step = 1;
    for (int i = axes.size() - 1; i >= 0; i--) {
      EinsumAxis axis = axes.get(i);
      boolean isSummed = !axis.isKept() && axis.b() == 0;
      if (isSummed) {
        loops.add(new EinsumAxis(axis.size(), axis.a(), 0, 0));
        axes.remove(i);
      } else if (axis.a() != 0) {
        loops.add(new EinsumAxis(axis.size(), axis.a(), 0, step));
        axes.set(i, axis.withA(step));
        step *= axis.size();
      }
    }
    Tensor sums = context.scratch(wide, Shape.of(step));
    StridedSums.run(context, wide, loops, RawMemory.address(a), 0, false, RawMemory.address(sums));
    return sums;
  }
}

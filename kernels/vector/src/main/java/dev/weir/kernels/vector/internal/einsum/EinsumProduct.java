package dev.weir.kernels.vector.internal.einsum;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.gemm.BatchOperand;
import dev.weir.kernels.vector.internal.gemm.BatchProducts;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongFunction;

/**
 * An equation of two operands as a batch of matrix products {@code c[m, n] = a[m, k] b[k, n]}.
 *
 * <p>Loops over rows or columns that do not form one loop are counted among those of the batch. An
 * operand whose strides are not those of a matrix even then is copied, batch first, into scratch
 * memory; such a result is computed there and copied after.
 */
final class EinsumProduct {
  /** Rows or columns of a product below which loops are not left to the batch. */
  private static final int FEW = 16;

  private final KernelContext context;
  private final DType dtype;
  private final List<EinsumAxis> batch = new ArrayList<>();
  private final List<EinsumAxis> rows = new ArrayList<>();
  private final List<EinsumAxis> columns = new ArrayList<>();
  private final List<EinsumAxis> inner = new ArrayList<>();

  /** How a result in scratch memory is to be copied from there. */
  private final List<EinsumAxis> back = new ArrayList<>();

  private Tensor a;
  private Tensor b;
  private Tensor c;

  EinsumProduct(
      KernelContext context, DType dtype, List<EinsumAxis> axes, Tensor a, Tensor b, Tensor c) {
    this.context = context;
    this.dtype = dtype;
    this.a = a;
    this.b = b;
    this.c = c;
    for (EinsumAxis axis : axes) {
      if (!axis.isKept()) {
        inner.add(axis);
      } else if (axis.a() == 0) {
        columns.add(axis);
      } else if (axis.b() == 0) {
        rows.add(axis);
      } else {
        batch.add(axis);
      }
    }
    order(batch, EinsumAxis::c);
    order(rows, EinsumAxis::c);
    order(columns, EinsumAxis::c);
    order(inner, EinsumAxis::a);
  }

  private static void order(List<EinsumAxis> axes, ToLongFunction<EinsumAxis> step) {
    axes.sort(Comparator.comparingLong(step).reversed());
  }

  long rowCount() {
    return size(rows);
  }

  long columnCount() {
    return size(columns);
  }

  long depth() {
    return size(inner);
  }

  private static long size(List<EinsumAxis> axes) {
    long size = 1;
    for (EinsumAxis axis : axes) {
      size *= axis.size();
    }
    return size;
  }

  void run() {
    Tensor result = c;
    fitInner();
    fitAcross(rows, this::copyA);
    fitAcross(columns, this::copyB);
    EinsumAxis k = AxisGroup.of(inner).one();
    if (!isMatrix(AxisGroup.of(rows).one().a(), k.a())) {
      copyA();
    }
    if (!isMatrix(AxisGroup.of(columns).one().b(), AxisGroup.of(inner).one().b())) {
      copyB();
    }
    if (!isMatrix(AxisGroup.of(rows).one().c(), AxisGroup.of(columns).one().c())) {
      scratchC();
    }
    multiply();
    if (c != result) {
      long from = RawMemory.address(c);
      AxisCopy.run(context, back, dtype.byteSize(), from, RawMemory.address(result));
    }
  }

  /** Whether one of two steps is that to a neighbor; there is none along a loop of length 1. */
  private static boolean isMatrix(long one, long other) {
    return one <= 1 || other <= 1;
  }

  /** Makes one loop of the inner dimensions. */
  private void fitInner() {
    if (AxisGroup.of(inner).isWhole()) {
      return;
    }
    order(inner, EinsumAxis::b);
    if (AxisGroup.of(inner).isWhole()) {
      return;
    }
    if (size(rows) <= size(columns)) {
      copyA(); // in the order of B
    } else {
      order(inner, EinsumAxis::a);
      copyB();
    }
    if (!AxisGroup.of(inner).isWhole()) {
      copyA();
      copyB();
    }
  }

  /** Makes one loop of the rows or columns, if the inner ones of those are few. */
  private void fitAcross(List<EinsumAxis> axes, Runnable copyOperand) {
    if (isAround(axes)) {
      copyOperand.run();
    }
    if (isAround(axes)) { // the result keeps them apart
      scratchC();
    }
  }

  private static boolean isAround(List<EinsumAxis> axes) {
    AxisGroup group = AxisGroup.of(axes);
    return !group.isWhole() && group.one().size() < FEW;
  }

  private void copyA() {
    Tensor copy = context.scratch(dtype, Shape.of(size(batch) * size(rows) * size(inner)));
    List<EinsumAxis> moves = new ArrayList<>();
    renumber(
        List.of(inner, rows, batch),
        (axis, step) -> {
          moves.add(new EinsumAxis(axis.size(), axis.a(), 0, step));
          return axis.withA(step);
        });
    AxisCopy.run(context, moves, dtype.byteSize(), RawMemory.address(a), RawMemory.address(copy));
    a = copy;
  }

  private void copyB() {
    Tensor copy = context.scratch(dtype, Shape.of(size(batch) * size(columns) * size(inner)));
    List<EinsumAxis> moves = new ArrayList<>();
    renumber(
        List.of(columns, inner, batch),
        (axis, step) -> {
          moves.add(new EinsumAxis(axis.size(), axis.b(), 0, step));
          return axis.withB(step);
        });
    AxisCopy.run(context, moves, dtype.byteSize(), RawMemory.address(b), RawMemory.address(copy));
    b = copy;
  }

  /** Puts the result in scratch memory. */
  private void scratchC() {
    c = context.scratch(dtype, Shape.of(size(batch) * size(rows) * size(columns)));
    renumber(
        List.of(columns, rows, batch),
        (axis, step) -> {
          back.add(new EinsumAxis(axis.size(), step, 0, axis.c()));
          return axis.withC(step);
        });
  }

  /** A loop with another step. */
  @FunctionalInterface
  private interface Renumbering {
    EinsumAxis apply(EinsumAxis axis, long step);
  }

  /** Replaces loops, the innermost first, by ones whose elements follow each other. */
  private static void renumber(List<List<EinsumAxis>> groups, Renumbering renumbering) {
    long step = 1;
    for (List<EinsumAxis> axes : groups) {
      for (int i = axes.size() - 1; i >= 0; i--) {
        axes.set(i, renumbering.apply(axes.get(i), step));
        step *= axes.get(i).size();
      }
    }
  }

  private void multiply() {
    AxisGroup m = AxisGroup.of(rows);
    AxisGroup n = AxisGroup.of(columns);
    EinsumAxis k = AxisGroup.of(inner).one();
    List<EinsumAxis> loops = AxisGroup.joined(List.of(batch, m.around(), n.around()));
    int[] sizes = {
      Math.toIntExact(m.one().size()), Math.toIntExact(n.one().size()), Math.toIntExact(k.size())
    };
    BatchProducts.multiply(
        context,
        dtype,
        sizes,
        size(loops),
        operand(a, m.one().a(), k.a(), m.one().size(), k.size(), offset(loops, EinsumAxis::a)),
        operand(b, k.b(), n.one().b(), k.size(), n.one().size(), offset(loops, EinsumAxis::b)),
        operand(
            c,
            m.one().c(),
            n.one().c(),
            m.one().size(),
            n.one().size(),
            offset(loops, EinsumAxis::c)));
  }

  /** A matrix by its steps from row to row and from column to column, 0 where there is only one. */
  private static BatchOperand operand(
      Tensor tensor,
      long rowStep,
      long columnStep,
      long rows,
      long columns,
      LongUnaryOperator offsets) {
    boolean isTransposed = columnStep > 1;
    long stride = isTransposed ? columnStep : rowStep;
    long width = isTransposed ? rows : columns;
    return BatchOperand.of(tensor, stride == 0 ? width : stride, isTransposed, offsets);
  }

  private static LongUnaryOperator offset(List<EinsumAxis> loops, ToLongFunction<EinsumAxis> step) {
    int count = loops.size();
    long[] sizes = new long[count];
    long[] steps = new long[count];
    for (int d = 0; d < count; d++) {
      sizes[d] = loops.get(d).size();
      steps[d] = step.applyAsLong(loops.get(d));
    }
    return i -> {
      long offset = 0;
      long rest = i;
      for (int d = count - 1; d >= 0; d--) {
        offset += rest % sizes[d] * steps[d];
        rest /= sizes[d];
      }
      return offset;
    };
  }
}

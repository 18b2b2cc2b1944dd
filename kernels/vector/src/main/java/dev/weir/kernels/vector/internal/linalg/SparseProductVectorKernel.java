package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.einsum.AxisCopy;
import dev.weir.kernels.vector.internal.einsum.StridedTerms;
import dev.weir.kernels.vector.internal.gemm.WideNumbers;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * {@code SparseTensorDenseMatMul}: the elements of the sparse matrix are ordered by the row of the
 * result they go to, so that rows can be computed in parallel, each in double precision.
 */
final class SparseProductVectorKernel implements Kernel {
  /** Sums that run beside each other. */
  private static final int ROW = 256;

  private final Kernel reference;
  private final boolean adjointA;
  private final boolean adjointB;

  private SparseProductVectorKernel(KernelSpec spec) {
    this.reference = OpRegistry.standard().get(spec.op()).kernel(spec);
    this.adjointA = spec.attrs().bool("adjoint_a");
    this.adjointB = spec.attrs().bool("adjoint_b");
  }

  static void addTo(KernelTable table) {
    for (DType indices : new DType[] {DType.INT32, DType.INT64}) {
      table.add(
          "SparseTensorDenseMatMul",
          indices,
          spec -> isNumber(spec.inputDtype(1)) ? new SparseProductVectorKernel(spec) : null);
    }
  }

  private static boolean isNumber(DType dtype) {
    return dtype.isFloating() || dtype.isInteger() || dtype.isComplex();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor shape = context.input(2);
    Tensor b = context.input(3);
    long rows = shape.getLong(adjointA ? 1 : 0);
    long inner = shape.getLong(adjointA ? 0 : 1);
    long columns = b.shape().size(adjointB ? 0 : 1);
    boolean isUsual =
        rows >= 0
            && inner >= 0
            && inner == b.shape().size(adjointB ? 1 : 0)
            && rows < Integer.MAX_VALUE - 8
            && context.input(1).elements() < Integer.MAX_VALUE - 8;
    int @Nullable [] order = isUsual ? order(context.input(0), (int) rows, inner) : null;
    if (order == null) {
      reference.compute(context); // which says what is wrong
      return;
    }
    Tensor output = context.allocate(0, Shape.of(rows, columns));
    if (output.elements() == 0) {
      return;
    }
    if (!output.dtype().isInteger() && context.input(1).elements() >= inner) {
      multiplyOnHeap(context, order, output);
      return;
    }
    DType wide = WideNumbers.of(output.dtype());
    Tensor room = WideNumbers.room(context, output, wide);
    Tensor values = WideNumbers.widened(context, context.input(1), wide);
    if (adjointA && wide.isComplex()) {
      values = conjugated(context, values);
    }
    Tensor right = WideNumbers.widened(context, b, wide);
    if (adjointB) {
      right = adjoint(context, right, inner, columns);
    }
    multiply(context, StridedTerms.of(wide), order, values, right, room);
    WideNumbers.narrow(context, room, output);
  }

  /**
   * Where the elements of each row begin in the rest of the array, which has the numbers of the
   * elements and then their inner indices; null if an index is out of range.
   */
  private int @Nullable [] order(Tensor indices, int rows, long inner) {
    int count = (int) indices.shape().size(0);
    long at = RawMemory.address(indices);
    boolean isLong = indices.dtype() == DType.INT64;
    int[] starts = new int[rows + 1];
    for (int n = 0; n < count; n++) {
      long row = index(at, 2L * n + (adjointA ? 1 : 0), isLong);
      long column = index(at, 2L * n + (adjointA ? 0 : 1), isLong);
      if (row < 0 || row >= rows || column < 0 || column >= inner) {
        return null;
      }
      starts[(int) row + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      starts[row + 1] += starts[row];
    }
    int[] order = new int[rows + 1 + count];
    System.arraycopy(starts, 0, order, 0, rows + 1);
    for (int n = 0; n < count; n++) {
      int row = (int) index(at, 2L * n + (adjointA ? 1 : 0), isLong);
      order[rows + 1 + starts[row]++] = n;
    }
    return order;
  }

  private static long index(long at, long i, boolean isLong) {
    return isLong
        ? RawMemory.ALL.get(ValueLayout.JAVA_LONG, at + i * Long.BYTES)
        : RawMemory.ALL.get(ValueLayout.JAVA_INT, at + i * Integer.BYTES);
  }

  /** With all of the dense matrix in double precision, worth it if most of its rows are used. */
  private void multiplyOnHeap(KernelContext context, int[] order, Tensor output) {
    int rows = (int) output.shape().size(0);
    int columns = (int) output.shape().size(1);
    Tensor indices = context.input(0);
    long at = RawMemory.address(indices);
    boolean isLong = indices.dtype() == DType.INT64;
    int count = (int) context.input(1).elements();
    HeapMatrix values = HeapMatrix.read(context.input(1), 0, 1, count);
    HeapMatrix b = HeapMatrix.read(context.input(3), 0);
    HeapMatrix right = adjointB ? b.adjoint() : b;
    double sign = adjointA ? -1 : 1;
    Grain.COSTLY.forRows(
        context,
        rows,
        (long) columns * (1 + count / rows),
        (from, to) -> {
          for (int row = (int) from; row < to; row++) {
            int[] inner = new int[order[row + 1] - order[row]];
            HeapMatrix factors = values.zerosLike(1, inner.length);
            for (int i = 0; i < inner.length; i++) {
              int n = order[rows + 1 + order[row] + i];
              inner[i] = (int) index(at, 2L * n + (adjointA ? 0 : 1), isLong);
              factors.re[0][i] = values.re[0][n];
              if (factors.im != null) {
                factors.im[0][i] = sign * values.imaginary(0, n);
              }
            }
            HeapMatrix sum = right.zerosLike(1, columns);
            sum.addRows(0, 1, factors, 0, 0, inner.length, right.rowsAt(inner), 0, columns);
            sum.write(output, row);
          }
        });
  }

  private <S> void multiply(
      KernelContext context,
      StridedTerms<S> terms,
      int[] order,
      Tensor values,
      Tensor b,
      Tensor room) {
    Tensor indices = context.input(0);
    boolean isLong = indices.dtype() == DType.INT64;
    long at = RawMemory.address(indices);
    int bytes = room.dtype().byteSize();
    long rows = room.shape().size(0);
    long columns = room.shape().size(1);
    long value = RawMemory.address(values);
    long right = RawMemory.address(b);
    long out = RawMemory.address(room);
    long perRow = columns * (1 + values.elements() / Math.max(1, rows));
    Grain.CHEAP.forRows(
        context,
        rows,
        perRow,
        (from, to) -> {
          S sums = terms.newSums((int) Math.min(ROW, columns));
          for (int row = (int) from; row < to; row++) {
            for (long column = 0; column < columns; column += ROW) {
              int count = (int) Math.min(ROW, columns - column);
              terms.clear(sums, count);
              for (int i = order[row]; i < order[row + 1]; i++) {
                int n = order[(int) rows + 1 + i];
                long inner = index(at, 2L * n + (adjointA ? 0 : 1), isLong);
                long y = right + (inner * columns + column) * bytes;
                terms.addEach(sums, count, y, bytes, value + (long) n * bytes, 0);
              }
              terms.store(sums, count, out + (row * columns + column) * bytes, bytes);
            }
          }
        });
  }

  private static Tensor adjoint(KernelContext context, Tensor b, long rows, long columns) {
    Tensor turned = context.scratch(b.dtype(), Shape.of(rows, columns));
    AxisCopy.transpose(
        context,
        rows,
        columns,
        b.dtype().byteSize(),
        RawMemory.address(b),
        RawMemory.address(turned));
    return b.dtype().isComplex() ? conjugated(context, turned) : turned;
  }

  private static Tensor conjugated(KernelContext context, Tensor complex) {
    Tensor result = context.scratch(complex.dtype(), complex.shape());
    long from = RawMemory.address(complex);
    long to = RawMemory.address(result);
    boolean isDouble = complex.dtype() == DType.COMPLEX128;
    for (long i = 0; i < 2 * complex.elements(); i++) {
      double sign = i % 2 == 0 ? 1 : -1;
      if (isDouble) {
        double part = RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, from + i * Double.BYTES);
        RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, to + i * Double.BYTES, sign * part);
      } else {
        float part = RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, from + i * Float.BYTES);
        RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, to + i * Float.BYTES, (float) sign * part);
      }
    }
    return result;
  }
}

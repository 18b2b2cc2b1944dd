package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Products of complex matrices as products of real ones. The pairs of numbers of a row of A are a
 * row of real numbers twice as long; with each row of B followed by the same row times i, the real
 * product has the pairs of numbers of the complex one.
 */
final class ComplexFactors {
  private static final MemorySegment ALL = RawMemory.ALL;

  private final KernelContext context;
  private final DType dtype;
  private final int m;
  private final int n;
  private final int k;

  ComplexFactors(KernelContext context, DType dtype, int m, int n, int k) {
    this.context = context;
    this.dtype = dtype;
    this.m = m;
    this.n = n;
    this.k = k;
  }

  private DType part() {
    return dtype == DType.COMPLEX64 ? DType.FLOAT32 : DType.FLOAT64;
  }

  /** Complex matrices that are not transposed, as real ones of twice as many columns. */
  static BatchOperand pairs(BatchOperand complex) {
    return BatchOperand.of(
        complex.tensor(), 2 * complex.stride(), false, i -> 2 * complex.offset(i));
  }

  /** The left factors as pairs; transposed ones are copied. */
  BatchOperand left(long count, BatchOperand a) {
    if (!a.isTransposed()) {
      return pairs(a);
    }
    boolean isShared = a.isShared(count);
    long size = 2L * m * k;
    Tensor copies = context.scratch(part(), Shape.of(isShared ? 1 : count, size));
    long in = RawMemory.address(a.tensor());
    long out = RawMemory.address(copies);
    Grain.CHEAP.forRows(
        context,
        (isShared ? 1 : count) * m,
        2L * k,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            long first = a.offset(row / m) + row % m;
            turn(in + first * dtype.byteSize(), a.stride(), out + row * k * dtype.byteSize());
          }
        });
    return BatchOperand.of(copies, 2L * k, false, i -> isShared ? 0 : i * size);
  }

  /** Copies a row of A from a stored column. */
  private void turn(long column, long stride, long row) {
    boolean isDouble = part() == DType.FLOAT64;
    for (int p = 0; p < k; p++) {
      if (isDouble) {
        long from = column + p * stride * 16;
        ALL.set(ValueLayout.JAVA_LONG, row + p * 16L, ALL.get(ValueLayout.JAVA_LONG, from));
        ALL.set(ValueLayout.JAVA_LONG, row + p * 16L + 8, ALL.get(ValueLayout.JAVA_LONG, from + 8));
      } else {
        long from = column + p * stride * 8;
        ALL.set(ValueLayout.JAVA_LONG, row + p * 8L, ALL.get(ValueLayout.JAVA_LONG, from));
      }
    }
  }

  /**
   * The right factors, each row followed by the one times i.
   *
   * @param conjugatesLeft whether the left factors are conjugated: then it is times -i
   */
  BatchOperand right(long count, BatchOperand b, boolean conjugatesLeft) {
    boolean isShared = b.isShared(count);
    long size = 4L * k * n;
    Tensor expanded = context.scratch(part(), Shape.of(isShared ? 1 : count, size));
    long in = RawMemory.address(b.tensor());
    long out = RawMemory.address(expanded);
    long rowStep = b.isTransposed() ? 1 : b.stride();
    long columnStep = b.isTransposed() ? b.stride() : 1;
    double sign = b.isConjugated() ? -1 : 1;
    double left = conjugatesLeft ? -1 : 1;
    Grain.CHEAP.forRows(
        context,
        (isShared ? 1 : count) * k,
        4L * n,
        (from, to) -> {
          for (long row = from; row < to; row++) {
            long first = b.offset(row / k) + row % k * rowStep;
            long target = out + row * 2 * n * dtype.byteSize();
            if (dtype == DType.COMPLEX64) {
              expandFloats(in + first * 8, columnStep * 8, target, (float) sign, (float) left);
            } else {
              expandDoubles(in + first * 16, columnStep * 16, target, sign, left);
            }
          }
        });
    return BatchOperand.of(expanded, 2L * n, false, i -> isShared ? 0 : i * size);
  }

  private void expandFloats(long from, long step, long to, float sign, float left) {
    long next = to + n * 8L;
    for (int j = 0; j < n; j++) {
      float re = ALL.get(ValueLayout.JAVA_FLOAT, from + j * step);
      float im = sign * ALL.get(ValueLayout.JAVA_FLOAT, from + j * step + 4);
      ALL.set(ValueLayout.JAVA_FLOAT, to + j * 8L, re);
      ALL.set(ValueLayout.JAVA_FLOAT, to + j * 8L + 4, im);
      ALL.set(ValueLayout.JAVA_FLOAT, next + j * 8L, -left * im);
      ALL.set(ValueLayout.JAVA_FLOAT, next + j * 8L + 4, left * re);
    }
  }

  private void expandDoubles(long from, long step, long to, double sign, double left) {
    long next = to + n * 16L;
    for (int j = 0; j < n; j++) {
      double re = ALL.get(ValueLayout.JAVA_DOUBLE, from + j * step);
      double im = sign * ALL.get(ValueLayout.JAVA_DOUBLE, from + j * step + 8);
      ALL.set(ValueLayout.JAVA_DOUBLE, to + j * 16L, re);
      ALL.set(ValueLayout.JAVA_DOUBLE, to + j * 16L + 8, im);
      ALL.set(ValueLayout.JAVA_DOUBLE, next + j * 16L, -left * im);
      ALL.set(ValueLayout.JAVA_DOUBLE, next + j * 16L + 8, left * re);
    }
  }
}

package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;

/**
 * Batches of matrix products in each type of {@link WideNumbers}. Many small products run in
 * parallel; a few large ones run one after the other, each on all cores.
 */
public final class BatchProducts {
  /** Batches with fewer multiplications run on one thread. */
  private static final long WORTH_SHARING = 1 << 20;

  private final KernelContext context;
  private final DType dtype;
  private final int m;
  private final int n;
  private final int k;

  private BatchProducts(KernelContext context, DType dtype, int m, int n, int k) {
    this.context = context;
    this.dtype = dtype;
    this.m = m;
    this.n = n;
    this.k = k;
  }

  /**
   * Overwrites the matrices {@code c[m, n]} with {@code a[m, k] b[k, n]}.
   *
   * @param dtype the type to compute in
   * @param sizes m, n and k
   */
  public static void multiply(
      KernelContext context,
      DType dtype,
      int[] sizes,
      long count,
      BatchOperand a,
      BatchOperand b,
      BatchOperand c) {
    int m = sizes[0];
    int n = sizes[1];
    int k = sizes[2];
    if (m == 0 || n == 0 || count == 0) {
      return;
    }
    if (c.isTransposed()) {
      new BatchProducts(context, dtype, n, m, k)
          .run(count, b.transposed(), a.transposed(), c.transposed());
    } else {
      new BatchProducts(context, dtype, m, n, k).run(count, a, b, c);
    }
  }

  private void run(long count, BatchOperand a, BatchOperand b, BatchOperand c) {
    if (!dtype.isComplex()) {
      runReal(count, a, b, c);
      return;
    }
    ComplexFactors factors = new ComplexFactors(context, dtype, m, n, k);
    BatchOperand left = factors.left(count, a);
    BatchOperand right = factors.right(count, b, a.isConjugated());
    DType part = dtype == DType.COMPLEX64 ? DType.FLOAT32 : DType.FLOAT64;
    new BatchProducts(context, part, m, 2 * n, 2 * k)
        .runReal(count, left, right, ComplexFactors.pairs(c));
  }

  private void runReal(long count, BatchOperand a, BatchOperand b, BatchOperand c) {
    long work = Math.max(1, (long) m * n * Math.max(1, k));
    boolean isLarge = work > WORTH_SHARING && count < context.parallel().threads();
    if (dtype == DType.FLOAT32 && (count == 1 || isLarge) && a.tensor().dtype() == dtype) {
      for (long i = 0; i < count; i++) {
        context.products().multiply(context, view(a, i, m, k), view(b, i, k, n), view(c, i, m, n));
      }
    } else if (isLarge) {
      range(0, count, a, b, c, GemmTasks.on(context.parallel()));
    } else {
      context
          .parallel()
          .forRange(
              count,
              Math.max(1, WORTH_SHARING / work),
              (from, to) -> range(from, to, a, b, c, GemmTasks.SERIAL));
    }
  }

  private static MatrixView view(BatchOperand operand, long i, long rows, long columns) {
    return new MatrixView(
        operand.tensor(),
        operand.offset(i),
        rows,
        columns,
        operand.stride(),
        operand.isTransposed());
  }

  private void range(
      long from, long to, BatchOperand a, BatchOperand b, BatchOperand c, GemmTasks tasks) {
    for (long i = from; i < to; i++) {
      multiply(matrix(a, i), matrix(b, i), matrix(c, i), tasks);
    }
  }

  private static GemmMatrix matrix(BatchOperand operand, long i) {
    return new GemmMatrix(
        RawMemory.bytes(operand.tensor()),
        operand.offset(i),
        operand.stride(),
        operand.isTransposed());
  }

  private void multiply(GemmMatrix a, GemmMatrix b, GemmMatrix c, GemmTasks tasks) {
    if (!SmallProduct.handles(m, n, k)) {
      GemmWarmth.await(dtype);
      Gemm.of(dtype).multiply(m, n, k, a, b, c, tasks);
    } else if (dtype.isFloating()) {
      SmallProduct.multiply(m, n, k, a, b, c, dtype == DType.FLOAT64);
    } else {
      SmallProduct.multiplyIntegers(m, n, k, a, b, c, dtype == DType.INT64);
    }
  }
}

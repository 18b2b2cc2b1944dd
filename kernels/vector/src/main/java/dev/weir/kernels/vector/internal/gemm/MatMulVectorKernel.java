package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code MatMul}, {@code BatchMatMul} and its later versions, in float32 and float64. */
final class MatMulVectorKernel implements Kernel {
  /** Batches with fewer multiplications run on one thread. */
  private static final long WORTH_SHARING = 1 << 20;

  private final boolean isDouble;
  private final boolean transposeA;
  private final boolean transposeB;

  private MatMulVectorKernel(boolean isDouble, boolean transposeA, boolean transposeB) {
    this.isDouble = isDouble;
    this.transposeA = transposeA;
    this.transposeB = transposeB;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
      for (String op : List.of("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")) {
        table.add(op, dtype, MatMulVectorKernel::of);
      }
    }
  }

  private static @Nullable Kernel of(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (spec.inputDtype(1) != dtype || spec.outputDtype(0) != dtype) {
      return TypedMatMulKernel.of(spec);
    }
    Attributes attrs = spec.attrs();
    boolean isBatch = !spec.op().equals("MatMul");
    return new MatMulVectorKernel(
        dtype == DType.FLOAT64,
        attrs.bool(isBatch ? "adj_x" : "transpose_a"), // of real numbers, the same
        attrs.bool(isBatch ? "adj_y" : "transpose_b"));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    int m = Math.toIntExact(a.shape().size(transposeA ? -1 : -2));
    int k = Math.toIntExact(a.shape().size(transposeA ? -2 : -1));
    int n = Math.toIntExact(b.shape().size(transposeB ? -2 : -1));
    if (a.shape().rank() == 2 && b.shape().rank() == 2) {
      Tensor c = context.allocate(0, Shape.of(m, n));
      if (c.elements() > 0) {
        multiply(m, n, k, a, 0, b, 0, c, 0, GemmTasks.on(context.parallel()));
      }
      return;
    }
    BroadcastRows batches = BroadcastRows.of(batch(a), batch(b));
    Tensor c = context.allocate(0, batches.shape().concat(Shape.of(m, n)));
    if (c.elements() > 0) {
      multiply(context, batches, m, n, k, a, b, c);
    }
  }

  private static Shape batch(Tensor tensor) {
    return tensor.shape().slice(0, tensor.shape().rank() - 2);
  }

  /**
   * Many small products run in parallel; a few large ones run one after the other, each on all
   * cores.
   */
  private void multiply(
      KernelContext context,
      BroadcastRows batches,
      int m,
      int n,
      int k,
      Tensor a,
      Tensor b,
      Tensor c) {
    long count = batches.shape().elements();
    long work = (long) m * n * Math.max(1, k);
    if (work > WORTH_SHARING && count < context.parallel().threads()) {
      range(batches, m, n, k, a, b, c, 0, count, GemmTasks.on(context.parallel()));
      return;
    }
    context
        .parallel()
        .forRange(
            count,
            Math.max(1, WORTH_SHARING / work),
            (from, to) -> range(batches, m, n, k, a, b, c, from, to, GemmTasks.SERIAL));
  }

  private void range(
      BroadcastRows batches,
      int m,
      int n,
      int k,
      Tensor a,
      Tensor b,
      Tensor c,
      long from,
      long to,
      GemmTasks tasks) {
    for (long i = from; i < to; i++) {
      long left = batches.leftOf(i) * m * k;
      long right = batches.rightOf(i) * k * n;
      multiply(m, n, k, a, left, b, right, c, i * m * n, tasks);
    }
  }

  private void multiply(
      int m,
      int n,
      int k,
      Tensor a,
      long aAt,
      Tensor b,
      long bAt,
      Tensor c,
      long cAt,
      GemmTasks tasks) {
    GemmMatrix left = new GemmMatrix(RawMemory.bytes(a), aAt, transposeA ? m : k, transposeA);
    GemmMatrix right = new GemmMatrix(RawMemory.bytes(b), bAt, transposeB ? k : n, transposeB);
    GemmMatrix product = GemmMatrix.of(RawMemory.bytes(c), cAt, n);
    if (SmallProduct.handles(m, n, k)) {
      SmallProduct.multiply(m, n, k, left, right, product, isDouble);
      return;
    }
    GemmWarmth.await(isDouble);
    if (isDouble) {
      Gemm.ofDoubles().multiply(m, n, k, left, right, product, tasks);
    } else {
      Gemm.ofFloats().multiply(m, n, k, left, right, product, tasks);
    }
  }
}

package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code MatMul} and the batch products of all other types than float32 and float64. */
final class TypedMatMulKernel implements Kernel {
  private final DType wide;
  private final boolean transposesA;
  private final boolean transposesB;
  private final boolean conjugates;

  private TypedMatMulKernel(
      DType wide, boolean transposesA, boolean transposesB, boolean conjugates) {
    this.wide = wide;
    this.transposesA = transposesA;
    this.transposesB = transposesB;
    this.conjugates = conjugates;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : DType.values()) {
      boolean isPlain = dtype == DType.FLOAT32 || dtype == DType.FLOAT64;
      if (!isPlain && (dtype.isFloating() || dtype.isInteger() || dtype.isComplex())) {
        for (String op : List.of("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")) {
          table.add(op, dtype, TypedMatMulKernel::of);
        }
      }
    }
  }

  static @Nullable Kernel of(KernelSpec spec) {
    DType wide = wide(spec.inputDtype(0), spec.inputDtype(1), spec.outputDtype(0));
    if (wide == null) {
      return null;
    }
    Attributes attrs = spec.attrs();
    boolean isBatch = !spec.op().equals("MatMul");
    return new TypedMatMulKernel(
        wide,
        attrs.bool(isBatch ? "adj_x" : "transpose_a"),
        attrs.bool(isBatch ? "adj_y" : "transpose_b"),
        isBatch);
  }

  /** The type to compute in; null for mixtures that only the reference kernel takes. */
  private static @Nullable DType wide(DType a, DType b, DType out) {
    if (a.isFloating() && b.isFloating() && out.isFloating()) {
      boolean isDouble = a == DType.FLOAT64 || b == DType.FLOAT64 || out == DType.FLOAT64;
      return isDouble ? DType.FLOAT64 : DType.FLOAT32;
    }
    if (a.isInteger() && b.isInteger() && out.isInteger()) {
      return WideNumbers.of(out);
    }
    return a == b && a == out && a.isComplex() ? a : null;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    int m = Math.toIntExact(a.shape().size(transposesA ? -1 : -2));
    int k = Math.toIntExact(a.shape().size(transposesA ? -2 : -1));
    int n = Math.toIntExact(b.shape().size(transposesB ? -2 : -1));
    BroadcastRows batches = BroadcastRows.of(batch(a), batch(b));
    Tensor output = context.allocate(0, batches.shape().concat(Shape.of(m, n)));
    if (output.elements() == 0) {
      return;
    }
    Tensor product = WideNumbers.room(context, output, wide);
    BatchOperand left = operand(context, a, transposesA, i -> batches.leftOf(i) * m * k);
    BatchOperand right = operand(context, b, transposesB, i -> batches.rightOf(i) * k * n);
    long count = batches.shape().elements();
    BatchProducts.multiply(
        context,
        wide,
        new int[] {m, n, k},
        count,
        left,
        right,
        BatchOperand.of(product, n, false, i -> i * m * n));
    WideNumbers.narrow(context, product, output);
  }

  private BatchOperand operand(
      KernelContext context, Tensor tensor, boolean isTransposed, LongUnaryOperator offsets) {
    return new BatchOperand(
        WideNumbers.widened(context, tensor, wide),
        tensor.shape().size(-1),
        isTransposed,
        isTransposed && conjugates,
        offsets);
  }

  private static Shape batch(Tensor tensor) {
    return tensor.shape().slice(0, tensor.shape().rank() - 2);
  }
}

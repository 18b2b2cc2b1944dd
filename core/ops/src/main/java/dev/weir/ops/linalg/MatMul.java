package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code product = a b}, the product of two matrices; either may be transposed first. */
final class MatMul extends Op {
  MatMul() {
    super(
        "MatMul(a: T, b: T) -> (product: T) transpose_a:bool=false; transpose_b:bool=false;"
            + " T:type in [bfloat16, half, float, double, int32, int64, uint8, uint16, uint32,"
            + " uint64, complex64, complex128]; grad_a:bool=false; grad_b:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape a = context.requireRank(0, 2);
    Shape b = context.requireRank(1, 2);
    int aInner = context.attrs().bool("transpose_a") ? 0 : 1;
    int bInner = context.attrs().bool("transpose_b") ? 1 : 0;
    if (!Shape.of(a.size(aInner)).isCompatibleWith(Shape.of(b.size(bInner)))) {
      throw context.invalid(
          "inner dimensions must agree: %s, %s (%d vs %d)",
          context.describe(0), context.describe(1), a.size(aInner), b.size(bInner));
    }
    return List.of(Shape.of(a.size(1 - aInner), b.size(1 - bInner)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    boolean transposeA = attrs.bool("transpose_a");
    boolean transposeB = attrs.bool("transpose_b");
    return context -> multiply(context, transposeA, transposeB);
  }

  private static void multiply(KernelContext context, boolean transposeA, boolean transposeB) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    long m = a.shape().size(transposeA ? 1 : 0);
    long inner = a.shape().size(transposeA ? 0 : 1);
    long n = b.shape().size(transposeB ? 0 : 1);
    Tensor product = context.allocate(0, Shape.of(m, n));
    DotProduct dot = new DotProduct(a, false, b, false, product);
    for (long row = 0; row < m; row++) {
      for (long column = 0; column < n; column++) {
        dot.compute(
            transposeA ? row : row * inner,
            transposeA ? m : 1,
            transposeB ? column * inner : column,
            transposeB ? 1 : n,
            inner,
            row * n + column);
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    boolean transposeA = context.node().attrs().bool("transpose_a");
    boolean transposeB = context.node().attrs().bool("transpose_b");
    context.flow(
        0,
        () -> {
          Output b = on.conj(context.input(1));
          return transposeA
              ? on.matMul(b, context.gradient(), transposeB, true)
              : on.matMul(context.gradient(), b, false, !transposeB);
        });
    context.flow(
        1,
        () -> {
          Output a = on.conj(context.input(0));
          return transposeB
              ? on.matMul(context.gradient(), a, true, transposeA)
              : on.matMul(a, context.gradient(), !transposeA, false);
        });
  }
}

package dev.weir.ops.linalg;

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

/**
 * The product of matrices with three diagonals and others. Each diagonal is a matrix of one row as
 * long as the main one; the last element above and the first below are not read.
 */
final class TridiagonalMatMul extends Op {
  TridiagonalMatMul() {
    super(
        "TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T) -> (output: T)"
            + " T:type in [double, float, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape batch = Batches.batch(context, 3);
    long size = Batches.rows(context, 3);
    for (int i = 0; i < 3; i++) {
      batch = batch.mergeWith(Batches.common(context, i, 3));
      if (!Batches.agree(Batches.rows(context, i), 1)) {
        throw context.invalid("a diagonal must be a matrix of one row: %s", context.describe(i));
      }
      if (!Batches.agree(Batches.columns(context, i), Batches.rows(context, 3))) {
        throw context.invalid(
            "a diagonal must be as long as the right-hand side has rows: %s, %s",
            context.describe(i), context.describe(3));
      }
      size = Math.max(size, Batches.columns(context, i));
    }
    return List.of(Batches.matrices(batch, size, Batches.columns(context, 3)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor right = context.input(3);
      Tensor output = context.allocate(0, right.shape());
      Batches.forEach(
          context, Batches.batch(right.shape()), i -> product(context, i).write(output, i));
    };
  }

  private static Matrix product(KernelContext context, long index) {
    Matrix above = Matrix.read(context.input(0), index);
    Matrix main = Matrix.read(context.input(1), index);
    Matrix below = Matrix.read(context.input(2), index);
    Matrix right = Matrix.read(context.input(3), index);
    Matrix product = Matrix.zeros(right.rows, right.columns);
    for (int row = 0; row < right.rows; row++) {
      product.addRow(row, right, row, main.at(0, row), 0);
      if (row > 0) {
        product.addRow(row, right, row - 1, below.at(0, row), 0);
      }
      if (row + 1 < right.rows) {
        product.addRow(row, right, row + 1, above.at(0, row), 0);
      }
    }
    return product;
  }

  @Override
  public void gradient(GradientContext context) {
    TridiagonalGradients on = TridiagonalGradients.of(context);
    Output gradient = context.gradient();
    Output right = context.input(3);
    context.flow(0, () -> on.aboveOfProduct(gradient, right));
    context.flow(1, () -> on.mainOfProduct(gradient, right));
    context.flow(2, () -> on.belowOfProduct(gradient, right));
    context.flow(
        3,
        () ->
            GradientOps.of(context)
                .op(
                    "TridiagonalMatMul",
                    on.adjointAbove(context.input(2)),
                    GradientOps.of(context).conj(context.input(1)),
                    on.adjointBelow(context.input(0)),
                    gradient));
  }
}

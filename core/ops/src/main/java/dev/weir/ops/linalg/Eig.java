package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The eigenvalues of each square matrix and unless {@code compute_v} is false its eigenvectors, as
 * columns of length 1: complex numbers, in no particular order.
 */
final class Eig extends Op {
  Eig() {
    super(
        "Eig(input: T) -> (e: Tout, v: Tout) compute_v:bool=true; T:type in [float, double,"
            + " complex64, complex128]; Tout:type in [complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return SelfAdjointEigV2.eigenShapes(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean hasVectors = spec.attrs().bool("compute_v");
    return context -> {
      Tensor input = context.input(0);
      Shape batch = Batches.batch(input.shape());
      long size = input.shape().size(-1);
      Tensor values = context.allocate(0, batch.concat(Shape.of(size)));
      Tensor vectors = context.allocate(1, hasVectors ? input.shape() : Shape.of(0));
      Batches.forEach(
          context,
          batch,
          i -> {
            Schur schur = Schur.of(Matrix.read(input, i));
            for (int k = 0; k < size; k++) {
              SignedLog.set(values, i * size + k, schur.triangle.at(k, k));
            }
            if (hasVectors) {
              vectors(schur).write(vectors, i);
            }
          });
    };
  }

  /** The eigenvectors of the triangle by substitution, turned back. */
  private static Matrix vectors(Schur schur) {
    Matrix t = schur.triangle;
    Matrix y = Matrix.zeros(t.rows, t.rows);
    double least = Math.max(Double.MIN_NORMAL, t.norm1() * Math.ulp(1.0));
    for (int k = 0; k < t.rows; k++) {
      y.set(k, k, Complex.ONE);
      for (int i = k - 1; i >= 0; i--) {
        Complex sum = Complex.ZERO;
        for (int j = i + 1; j <= k; j++) {
          sum = sum.plus(t.at(i, j).times(y.at(j, k)));
        }
        Complex gap = t.at(k, k).minus(t.at(i, i));
        y.set(i, k, sum.over(gap.abs() < least ? new Complex(least, 0) : gap));
      }
    }
    Matrix v = schur.vectors.times(y);
    for (int k = 0; k < v.columns; k++) {
      double length = 0;
      for (int i = 0; i < v.rows; i++) {
        length = Math.hypot(length, v.at(i, k).abs());
      }
      for (int i = 0; i < v.rows; i++) {
        v.set(i, k, v.at(i, k).times(1 / length));
      }
    }
    return v;
  }

  /**
   * The vectors' lengths stay 1 and the loss must not depend on their phases; vectors of equal
   * values have no gradient, and count as 0.
   */
  @Override
  public void gradient(GradientContext context) {
    MatrixGradients on = MatrixGradients.of(context);
    GradientOps ops = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output vectors = SelfAdjointEigV2.vectors(context);
          Output middle = on.diagonal(context.gradient(0));
          if (context.reaches(1) && context.node().attrs().bool("compute_v")) {
            Output turn = on.adjointTimes(vectors, context.gradient(1));
            Output stretch = ops.cast(ops.real(on.diagonalOf(turn)), turn.dtype());
            Output kept = ops.mul(on.adjointTimes(vectors, vectors), on.asRow(stretch));
            Output differences = ops.conj(on.inverseDifferences(context.output(0)));
            middle = ops.add(middle, ops.mul(differences, ops.sub(turn, kept)));
          }
          Output whole = on.solve(vectors, on.timesAdjoint(middle, vectors), true);
          return ops.cast(whole, context.input(0).dtype());
        });
  }
}

package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
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
 * The eigenvalues of each Hermitian matrix, the smallest first, and unless {@code compute_v} is
 * false its eigenvectors, as columns. Only the lower triangle is read. Eigenvectors are determined
 * only up to a factor of absolute value 1. Elements that are not finite are refused.
 */
final class SelfAdjointEigV2 extends Op {
  SelfAdjointEigV2() {
    super(
        "SelfAdjointEigV2(input: T) -> (e: T, v: T) compute_v:bool=true; T:type in [double,"
            + " float, half, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return eigenShapes(context);
  }

  /** For values and vectors of square matrices. */
  static List<Shape> eigenShapes(ShapeContext context) {
    long size = Batches.square(context, 0);
    Shape batch = Batches.batch(context, 0);
    boolean hasVectors = context.attrs().bool("compute_v");
    return List.of(
        batch.concat(Shape.of(size)),
        hasVectors ? Batches.matrices(batch, size, size) : Shape.of(0));
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
            Matrix matrix = Matrix.read(input, i);
            if (!matrix.copy().lower().isFinite()) {
              throw WeirException.invalidArgument(
                  "Self-adjoint eigen decomposition was not successful. The input might not be"
                      + " valid: an element is not finite");
            }
            JacobiEigen eigen = JacobiEigen.of(matrix);
            for (int k = 0; k < size; k++) {
              SignedLog.set(values, i * size + k, new Complex(eigen.values[k], 0));
            }
            if (hasVectors) {
              eigen.vectors.write(vectors, i);
            }
          });
    };
  }

  /**
   * With respect to the lower triangle. The vectors' lengths stay 1 and the loss must not depend on
   * their phases; vectors of equal values have no gradient, and count as 0.
   */
  @Override
  public void gradient(GradientContext context) {
    MatrixGradients on = MatrixGradients.of(context);
    GradientOps ops = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output vectors = vectors(context);
          Output middle = on.diagonal(context.gradient(0));
          if (context.reaches(1) && context.node().attrs().bool("compute_v")) {
            Output turn = on.adjointTimes(vectors, context.gradient(1));
            middle = ops.add(middle, ops.mul(on.inverseDifferences(context.output(0)), turn));
          }
          Output whole = on.product(vectors, on.timesAdjoint(middle, vectors));
          return on.lowerHalf(on.plusAdjoint(whole));
        });
  }

  /** The eigenvectors, computed now if the node does without. */
  static Output vectors(GradientContext context) {
    if (context.node().attrs().bool("compute_v")) {
      return context.output(1);
    }
    NodeBuilder builder =
        GradientOps.of(context)
            .node(context.node().op().signature().name())
            .input(context.input(0));
    if (context.node().attrs().has("Tout")) {
      builder.attr("Tout", context.output(0).dtype());
    }
    return builder.build().output(1);
  }
}

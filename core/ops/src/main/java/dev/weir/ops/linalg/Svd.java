package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code A = U S V*} for each matrix: the singular values, the largest first, and unless {@code
 * compute_uv} is false the vectors, as columns. With {@code full_matrices} U and V are square. The
 * vectors are determined only up to a factor of absolute value 1 for each pair. Elements that are
 * not finite make everything NaN.
 */
final class Svd extends Op {
  Svd() {
    super(
        "Svd(input: T) -> (s: T, u: T, v: T) compute_uv:bool=true;"
            + " full_matrices:bool=false; T:type in [double, float, half, complex64, complex128];");
  }

  /** The smaller of two sizes; unknown if it depends on one that is. */
  static long smaller(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    boolean isKnown = a != Shape.UNKNOWN_SIZE && b != Shape.UNKNOWN_SIZE;
    return isKnown ? Math.min(a, b) : Shape.UNKNOWN_SIZE;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape batch = Batches.batch(context, 0);
    long rows = Batches.rows(context, 0);
    long columns = Batches.columns(context, 0);
    long count = smaller(rows, columns);
    Shape values = batch.concat(Shape.of(count));
    if (!context.attrs().bool("compute_uv")) {
      return List.of(values, Shape.of(0), Shape.of(0));
    }
    boolean isFull = context.attrs().bool("full_matrices");
    return List.of(
        values,
        Batches.matrices(batch, rows, isFull ? rows : count),
        Batches.matrices(batch, columns, isFull ? columns : count));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean hasVectors = spec.attrs().bool("compute_uv");
    boolean isFull = spec.attrs().bool("full_matrices");
    return context -> compute(context, hasVectors, isFull);
  }

  private static void compute(KernelContext context, boolean hasVectors, boolean isFull) {
    Tensor input = context.input(0);
    Shape batch = Batches.batch(input.shape());
    long rows = input.shape().size(-2);
    long columns = input.shape().size(-1);
    long count = Math.min(rows, columns);
    Shape none = Shape.of(0);
    Tensor values = context.allocate(0, batch.concat(Shape.of(count)));
    Shape left = Batches.matrices(batch, rows, isFull ? rows : count);
    Tensor u = context.allocate(1, hasVectors ? left : none);
    Shape right = Batches.matrices(batch, columns, isFull ? columns : count);
    Tensor v = context.allocate(2, hasVectors ? right : none);
    Batches.forEach(
        context,
        batch,
        i -> {
          JacobiSvd svd = JacobiSvd.of(Matrix.read(input, i));
          for (int k = 0; k < count; k++) {
            SignedLog.set(values, i * count + k, new Complex(svd.values[k], 0));
          }
          if (hasVectors) {
            JacobiSvd.withOrthonormalColumns(svd.left, (int) u.shape().size(-1)).write(u, i);
            JacobiSvd.withOrthonormalColumns(svd.right, (int) v.shape().size(-1)).write(v, i);
          }
        });
  }

  /**
   * The gradient supposes that the loss does not depend on the choice that the vectors leave open.
   * Those of equal values have none; they count as 0.
   */
  @Override
  public void gradient(GradientContext context) {
    context.flow(0, () -> new SvdGradient(context).build());
  }
}

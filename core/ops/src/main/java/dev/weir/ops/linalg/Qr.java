package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code A = Q R} for each matrix, Q with orthonormal columns and R upper triangular. With {@code
 * full_matrices} Q is square; otherwise it has as many columns as the smaller size of A.
 */
final class Qr extends Op {
  Qr() {
    super(
        "Qr(input: T) -> (q: T, r: T) full_matrices:bool=false; T:type in [double, float,"
            + " half, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape batch = Batches.batch(context, 0);
    long rows = Batches.rows(context, 0);
    long columns = Batches.columns(context, 0);
    long inner = context.attrs().bool("full_matrices") ? rows : Svd.smaller(rows, columns);
    return List.of(Batches.matrices(batch, rows, inner), Batches.matrices(batch, inner, columns));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isFull = spec.attrs().bool("full_matrices");
    return context -> {
      Tensor input = context.input(0);
      Shape batch = Batches.batch(input.shape());
      long rows = input.shape().size(-2);
      long columns = input.shape().size(-1);
      long inner = isFull ? rows : Math.min(rows, columns);
      Tensor q = context.allocate(0, Batches.matrices(batch, rows, inner));
      Tensor r = context.allocate(1, Batches.matrices(batch, inner, columns));
      Batches.forEach(
          context,
          batch,
          i -> {
            HouseholderQr factors = HouseholderQr.of(Matrix.read(input, i));
            factors.q(isFull).write(q, i);
            factors.r(isFull).write(r, i);
          });
    };
  }

  /**
   * The gradient supposes that the diagonal of R stays real, and that the columns of Q beyond those
   * of A, which A does not determine, count only for the space they span.
   */
  @Override
  public void gradient(GradientContext context) {
    context.flow(0, () -> new QrGradient(context).build());
  }
}

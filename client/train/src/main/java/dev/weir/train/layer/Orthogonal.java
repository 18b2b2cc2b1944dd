package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.linalg.LinalgOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import dev.weir.train.Precision;

/**
 * The orthogonal factor of a random matrix.
 *
 * @param gain the length of its columns or rows
 */
record Orthogonal(double gain) implements Initializer {
  @Override
  public Output of(Model model, Shape shape, DType dtype) {
    if (shape.rank() < 2) {
      throw WeirException.invalidArgument(
          "an orthogonal variable has at least two dimensions, it is %s", shape);
    }
    Ops ops = model.ops();
    long columns = shape.size(shape.rank() - 1);
    long rows = columns == 0 ? 0 : shape.elements() / columns;
    Shape tall = Shape.of(Math.max(rows, columns), Math.min(rows, columns));
    // factors are computed in float32 at least
    DType wide = dtype == DType.FLOAT64 ? dtype : DType.FLOAT32;
    Output random = ops.random.randomStandardNormal(Shapes.sizes(ops, tall), wide, model.seed());
    LinalgOps.Qr factors = ops.linalg.qr(random, false);
    // with the signs of the diagonal every orthogonal matrix is equally likely
    Output signs = ops.math.sign(ops.array.matrixDiagPart(factors.r()));
    Output q = ops.math.mul(factors.q(), signs);
    if (rows < columns) {
      q = ops.array.transpose(q, 1, 0);
    }
    Output scaled = ops.math.mul(q, Shapes.number(ops, gain, wide));
    return Precision.as(ops, ops.array.reshape(scaled, Shapes.sizes(ops, shape)), dtype);
  }
}

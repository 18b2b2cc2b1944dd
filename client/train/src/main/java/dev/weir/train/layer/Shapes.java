package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Shapes and numbers as constants. */
final class Shapes {
  private Shapes() {}

  /** The sizes of a shape, which must be known. */
  static Output sizes(Ops ops, Shape shape) {
    int[] sizes = new int[shape.rank()];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Math.toIntExact(shape.size(d));
    }
    return ops.constant(sizes);
  }

  /** A scalar of this type. */
  static Output number(Ops ops, double value, DType dtype) {
    Tensor scalar = Tensor.allocate(dtype, Shape.scalar());
    scalar.setDouble(0, value);
    return ops.constant(scalar.freeze());
  }

  static void requireMatrix(String what, Shape shape) {
    if (!shape.hasRank(2)) {
      throw WeirException.invalidArgument("%s is a matrix, the variable is %s", what, shape);
    }
  }
}

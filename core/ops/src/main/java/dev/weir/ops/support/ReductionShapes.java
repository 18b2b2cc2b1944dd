package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** Which dimensions a reduction takes away. */
public final class ReductionShapes {
  private ReductionShapes() {}

  /** The shape of the result of a reduction of input 0 along the axes in input 1. */
  public static Shape infer(ShapeContext context, boolean keepDims) {
    Shape shape = context.input(0);
    if (context.input(1).rank() > 1) {
      throw context.invalid("axes must be a scalar or a vector: %s", context.describe(1));
    }
    Tensor axes = context.constant(1);
    if (!shape.hasRank()) {
      return Shape.unknown();
    }
    if (axes == null) {
      return keepDims ? Shape.unknownOfRank(shape.rank()) : Shape.unknown();
    }
    return result(shape, marked(shape.rank(), axes), keepDims);
  }

  /** Which dimensions are among the axes. Each axis must be given once. */
  public static boolean[] marked(int rank, Tensor axes) {
    boolean[] marked = new boolean[rank];
    for (long i = 0; i < axes.elements(); i++) {
      int axis = Shapes.axis(axes.getLong(i), rank);
      if (marked[axis]) {
        throw WeirException.invalidArgument(
            "an axis must be given only once: axis %d is repeated in %s", axis, axes);
      }
      marked[axis] = true;
    }
    return marked;
  }

  /** The shape without the reduced dimensions, or with size 1 in their place. */
  public static Shape result(Shape shape, boolean[] isReduced, boolean keepDims) {
    long[] sizes = new long[shape.rank()];
    int used = 0;
    for (int d = 0; d < sizes.length; d++) {
      if (!isReduced[d]) {
        sizes[used++] = shape.size(d);
      } else if (keepDims) {
        sizes[used++] = 1;
      }
    }
    return Shape.of(Arrays.copyOf(sizes, used));
  }

  /**
   * The shape of a reduction of slices of input 0 by the ids in input 1 to as many as input 2 says.
   */
  public static Shape ofSegments(ShapeContext context) {
    Shape data = context.input(0);
    Shape ids = context.input(1);
    long rows = SizeInputs.ofScalar(context, 2);
    if (!ids.hasRank() || !data.hasRank()) {
      return Shape.unknown();
    }
    if (ids.rank() > data.rank() || !data.slice(0, ids.rank()).isCompatibleWith(ids)) {
      throw context.invalid(
          "the shape of the data must begin with that of the segment ids: %s, %s",
          context.describe(0), context.describe(1));
    }
    return Shape.of(rows).concat(data.slice(ids.rank(), data.rank()));
  }
}

package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** Rules by which shapes follow from shapes, for several ops each. */
public final class Shapes {
  private Shapes() {}

  /** One output, shaped like the first input. */
  public static List<Shape> likeInput(ShapeContext context) {
    return List.of(context.input(0));
  }

  /**
   * The shape two operands broadcast to: aligned at the right, a size of 1 stretches. Fails if they
   * do not fit.
   */
  public static Shape broadcast(Shape a, Shape b) {
    if (!a.hasRank() || !b.hasRank()) {
      return Shape.unknown();
    }
    int rank = Math.max(a.rank(), b.rank());
    long[] sizes = new long[rank];
    for (int i = 0; i < rank; i++) {
      long x = sizeFromRight(a, rank - i);
      long y = sizeFromRight(b, rank - i);
      if (x == y || y == 1) {
        sizes[i] = x;
      } else if (x == 1) {
        sizes[i] = y;
      } else if (x == Shape.UNKNOWN_SIZE || y == Shape.UNKNOWN_SIZE) {
        sizes[i] = Math.max(x, y);
      } else {
        throw WeirException.invalidArgument("Incompatible shapes: %s vs. %s", a, b);
      }
    }
    return Shape.of(sizes);
  }

  private static long sizeFromRight(Shape shape, int fromRight) {
    int i = shape.rank() - fromRight;
    return i < 0 ? 1 : shape.size(i);
  }

  /** One output: what the first two inputs broadcast to. */
  public static List<Shape> broadcastInputs(ShapeContext context) {
    try {
      return List.of(broadcast(context.input(0), context.input(1)));
    } catch (WeirException e) {
      throw context.invalid(
          "Incompatible shapes: %s, %s; sizes must be equal or 1, counted from the right",
          context.describe(0), context.describe(1));
    }
  }

  /** A dimension given from either end, as a position from the front; fails if out of range. */
  public static int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw WeirException.invalidArgument(
          "axis must be in [%d, %d) for rank %d, got %d", -rank, rank, rank, axis);
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }
}

package dev.weir.kernels.vector.internal.reduce;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A shape with some dimensions reduced, as a sequence of stages: each reduces a run of neighboring
 * dimensions, the last one first.
 */
final class ReducedShape {
  private final Shape shape;
  private final boolean[] isReduced;
  private final Shape result;

  private ReducedShape(Shape shape, boolean[] isReduced, Shape result) {
    this.shape = shape;
    this.isReduced = isReduced;
    this.result = result;
  }

  private static ReducedShape of(Shape shape, boolean[] isReduced, boolean keepsDimensions) {
    return new ReducedShape(shape, isReduced, result(shape, isReduced, keepsDimensions));
  }

  /**
   * With axes from an input, counted from either end; they are known to be in range.
   *
   * @param keepsDimensions whether reduced dimensions of the result become 1, or vanish
   */
  static ReducedShape along(Shape shape, Tensor axes, boolean keepsDimensions) {
    boolean[] isReduced = new boolean[shape.rank()];
    for (long i = 0; i < axes.elements(); i++) {
      int axis = (int) axes.getLong(i);
      isReduced[axis < 0 ? axis + shape.rank() : axis] = true;
    }
    return of(shape, isReduced, keepsDimensions);
  }

  /** With all axes but one. */
  static ReducedShape allBut(Shape shape, int axis) {
    boolean[] isReduced = new boolean[shape.rank()];
    for (int d = 0; d < isReduced.length; d++) {
      isReduced[d] = d != axis;
    }
    return of(shape, isReduced, false);
  }

  /** With all axes. */
  static ReducedShape all(Shape shape) {
    return allBut(shape, shape.rank());
  }

  /** With the two parts of complex numbers as another dimension, which is kept. */
  ReducedShape withParts() {
    return new ReducedShape(
        shape.concat(Shape.of(2)), Arrays.copyOf(isReduced, isReduced.length + 1), result);
  }

  private static Shape result(Shape shape, boolean[] isReduced, boolean keepsDimensions) {
    long[] sizes = new long[isReduced.length];
    int used = 0;
    for (int d = 0; d < sizes.length; d++) {
      if (!isReduced[d]) {
        sizes[used++] = shape.size(d);
      } else if (keepsDimensions) {
        sizes[used++] = 1;
      }
    }
    return Shape.of(Arrays.copyOf(sizes, used));
  }

  /** The shape of the result. */
  Shape result() {
    return result;
  }

  /** How many numbers the result has, parts of complex numbers each for itself. */
  long results() {
    long count = 1;
    for (int d = 0; d < isReduced.length; d++) {
      count *= isReduced[d] ? 1 : shape.size(d);
    }
    return count;
  }

  /** Elements that are reduced to one. */
  long count() {
    long count = 1;
    for (int d = 0; d < isReduced.length; d++) {
      count *= isReduced[d] ? shape.size(d) : 1;
    }
    return count;
  }

  /** A stage: {@code [outer, reduced, inner]} becomes {@code [outer, inner]}. */
  record Stage(long outer, long reduced, long inner, boolean isLast) {}

  /** The stage that ends before dimension {@code end}; null if nothing is left to reduce. */
  @Nullable Stage before(int end) {
    int last = end - 1;
    while (last >= 0 && !reduces(last)) {
      last--;
    }
    if (last < 0) {
      return null;
    }
    int first = first(last);
    long inner = 1;
    for (int d = last + 1; d < isReduced.length; d++) {
      inner *= isReduced[d] ? 1 : shape.size(d);
    }
    return new Stage(
        shape.elements(0, first), shape.elements(first, last + 1), inner, before(first) == null);
  }

  /** The dimension the stage that ends before {@code end} begins with. */
  int startOfStage(int end) {
    int last = end - 1;
    while (!reduces(last)) {
      last--;
    }
    return first(last);
  }

  private int first(int last) {
    int first = last;
    while (first > 0 && (isReduced[first - 1] || shape.size(first - 1) == 1)) {
      first--;
    }
    return first;
  }

  private boolean reduces(int d) {
    return isReduced[d] && shape.size(d) != 1;
  }

  int rank() {
    return isReduced.length;
  }
}

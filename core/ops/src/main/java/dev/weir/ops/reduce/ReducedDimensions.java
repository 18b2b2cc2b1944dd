package dev.weir.ops.reduce;

import dev.weir.ops.support.ReductionShapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Which dimensions of a shape are reduced and which are kept, and the way through the elements: for
 * each result in order, all the elements that make it up. Neighbouring dimensions of the same fate
 * are merged, so that most cases come down to two loops.
 */
final class ReducedDimensions {
  /** What becomes of the elements of one result at a time. */
  interface Fold {
    /** A new result. */
    void start();

    /** Takes in elements {@code first, first + step, …}. */
    void add(long first, long step, long count);

    /** All {@code count} elements of result {@code r} were taken in. */
    void finish(long r, long count);
  }

  private final Shape shape;
  private final boolean[] isReduced;
  private final Dimensions reduced;
  private final Dimensions kept;

  private ReducedDimensions(Shape shape, boolean[] isReduced) {
    this.shape = shape;
    this.isReduced = isReduced;
    this.reduced = Dimensions.of(shape, isReduced, true);
    this.kept = Dimensions.of(shape, isReduced, false);
  }

  /** Reduces a full shape along axes that the shape function has let pass. */
  static ReducedDimensions of(Shape shape, Tensor axes) {
    return new ReducedDimensions(shape, ReductionShapes.marked(shape.rank(), axes));
  }

  /** The shape of the result. */
  Shape result(boolean keepDims) {
    return ReductionShapes.result(shape, isReduced, keepDims);
  }

  /** Computes every result. */
  void forEachResult(Fold fold) {
    long results = kept.count();
    long[] index = new long[kept.sizes.length];
    long first = 0;
    for (long r = 0; r < results; r++) {
      fold.start();
      reduced.forEachRun(first, fold);
      fold.finish(r, reduced.count());
      first = kept.next(index, first);
    }
  }

  /** Some dimensions of a tensor, innermost first, merged. */
  private record Dimensions(long[] sizes, long[] strides) {
    static Dimensions of(Shape shape, boolean[] isReduced, boolean wanted) {
      int rank = shape.rank();
      long[] sizes = new long[rank];
      long[] strides = new long[rank];
      int used = 0;
      long stride = 1;
      for (int d = rank - 1; d >= 0; d--) {
        if (isReduced[d] == wanted) {
          if (used > 0 && strides[used - 1] * sizes[used - 1] == stride) {
            sizes[used - 1] *= shape.size(d);
          } else {
            sizes[used] = shape.size(d);
            strides[used++] = stride;
          }
        }
        stride *= shape.size(d);
      }
      return new Dimensions(Arrays.copyOf(sizes, used), Arrays.copyOf(strides, used));
    }

    long count() {
      return Shape.of(sizes).elements();
    }

    /** Steps on; returns the position after {@code position}. */
    long next(long[] index, long position) {
      long next = position;
      for (int d = 0; d < sizes.length; d++) {
        next += strides[d];
        if (++index[d] < sizes[d]) {
          return next;
        }
        next -= strides[d] * sizes[d];
        index[d] = 0;
      }
      return next;
    }

    void forEachRun(long first, Fold fold) {
      if (sizes.length == 0) {
        fold.add(first, 1, 1);
        return;
      }
      Dimensions outer =
          new Dimensions(
              Arrays.copyOfRange(sizes, 1, sizes.length),
              Arrays.copyOfRange(strides, 1, strides.length));
      long[] index = new long[outer.sizes.length];
      long runs = sizes[0] == 0 ? 0 : outer.count();
      long position = first;
      for (long run = 0; run < runs; run++) {
        fold.add(position, strides[0], sizes[0]);
        position = outer.next(index, position);
      }
    }
  }
}

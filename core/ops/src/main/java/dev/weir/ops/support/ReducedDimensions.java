package dev.weir.ops.support;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Which dimensions of a shape are reduced and which are kept, and the way through the elements: for
 * each result in order, all the elements that make it up. Neighboring dimensions of the same fate
 * are merged, so that most cases come down to two loops.
 */
public final class ReducedDimensions {
  /** What becomes of the elements of one result at a time. */
  public interface Fold {
    /** A new result. */
    void start();

    /** Takes in elements {@code first, first + step, …}. */
    void add(long first, long step, long count);

    /** All {@code count} elements of result {@code r} were taken in. */
    void finish(long r, long count);
  }

  private final Shape shape;
  private final boolean[] isReduced;
  private final Dimensions kept;
  private final Dimensions reduced;
  private final Dimensions outerReduced; // all but the innermost

  private ReducedDimensions(Shape shape, boolean[] isReduced) {
    this.shape = shape;
    this.isReduced = isReduced;
    this.reduced = Dimensions.of(shape, isReduced, true);
    this.kept = Dimensions.of(shape, isReduced, false);
    this.outerReduced = reduced.outer();
  }

  /** Reduces a full shape along axes that the shape function has let pass. */
  public static ReducedDimensions of(Shape shape, Tensor axes) {
    return new ReducedDimensions(shape, ReductionShapes.marked(shape.rank(), axes));
  }

  /** The shape of the result. */
  public Shape result(boolean keepDims) {
    return ReductionShapes.result(shape, isReduced, keepDims);
  }

  /** Computes every result. */
  public void forEachResult(Fold fold) {
    long results = kept.count();
    long count = reduced.count();
    long[] index = new long[kept.sizes.length];
    long[] inner = new long[outerReduced.sizes.length]; // all zeros again after each result
    long first = 0;
    for (long r = 0; r < results; r++) {
      fold.start();
      addAll(first, inner, fold);
      fold.finish(r, count);
      first = kept.next(index, first);
    }
  }

  /** Takes in all elements of the result whose first element this is. */
  private void addAll(long first, long[] index, Fold fold) {
    if (reduced.sizes.length == 0) {
      fold.add(first, 1, 1);
      return;
    }
    long runs = reduced.sizes[0] == 0 ? 0 : outerReduced.count();
    long position = first;
    for (long run = 0; run < runs; run++) {
      fold.add(position, reduced.strides[0], reduced.sizes[0]);
      position = outerReduced.next(index, position);
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

    /** All but the innermost. */
    Dimensions outer() {
      int from = Math.min(1, sizes.length);
      return new Dimensions(
          Arrays.copyOfRange(sizes, from, sizes.length),
          Arrays.copyOfRange(strides, from, strides.length));
    }
  }
}

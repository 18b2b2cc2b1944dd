package dev.weir.ops.support;

import dev.weir.graph.kernel.ElementGrid;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Some elements of a tensor in some order, as an array of its own: each dimension has a size and a
 * step, which may be negative (backwards) or 0 (the same elements again). Taking parts and turning
 * round only changes sizes and steps; {@link #copyFrom} then moves the elements, neighbors in bulk.
 *
 * <p>Immutable, but for the elements.
 */
public final class StridedView {
  /** The side of the squares in which two dimensions that change places are copied. */
  private static final long TILE = 32;

  /** From this many elements on it pays to look for a fast way. */
  private static final long MANY = 32;

  private final Tensor tensor;
  private final long start;
  private final long[] sizes;
  private final long[] steps;

  private StridedView(Tensor tensor, long start, long[] sizes, long[] steps) {
    this.tensor = tensor;
    this.start = start;
    this.sizes = sizes;
    this.steps = steps;
  }

  /** All elements of a tensor. */
  public static StridedView of(Tensor tensor) {
    return of(tensor, tensor.shape().sizes());
  }

  /** All elements of a tensor, as if it had these sizes. */
  public static StridedView of(Tensor tensor, long... sizes) {
    long[] steps = new long[sizes.length];
    long step = 1;
    for (int d = sizes.length - 1; d >= 0; d--) {
      steps[d] = step;
      step *= sizes[d];
    }
    return new StridedView(tensor, 0, sizes.clone(), steps);
  }

  /** One element of a tensor, everywhere in an array of these sizes. */
  public static StridedView repeat(Tensor tensor, long at, long... sizes) {
    return new StridedView(tensor, at, sizes.clone(), new long[sizes.length]);
  }

  public int rank() {
    return sizes.length;
  }

  public long size(int d) {
    return sizes[d];
  }

  public long[] sizes() {
    return sizes.clone();
  }

  /** Positions {@code [from, from + size)} of a dimension. */
  public StridedView slice(int d, long from, long size) {
    return slice(d, from, 1, size);
  }

  /** {@code size} positions of a dimension, {@code step} apart. */
  public StridedView slice(int d, long from, long step, long size) {
    long[] newSizes = sizes.clone();
    long[] newSteps = steps.clone();
    newSizes[d] = size;
    newSteps[d] *= step;
    return new StridedView(tensor, start + from * steps[d], newSizes, newSteps);
  }

  /** The part that starts at these positions and has these sizes. */
  public StridedView box(long[] from, long[] boxSizes) {
    StridedView box = this;
    for (int d = 0; d < sizes.length; d++) {
      box = box.slice(d, from[d], boxSizes[d]);
    }
    return box;
  }

  /** One position of a dimension, which disappears. */
  public StridedView select(int d, long at) {
    return new StridedView(tensor, start + at * steps[d], without(sizes, d), without(steps, d));
  }

  /** A dimension backwards. */
  public StridedView reversed(int d) {
    return slice(d, sizes[d] - 1, -1, sizes[d]);
  }

  /** The dimensions in another order: dimension {@code d} is {@code order[d]} of this view. */
  public StridedView transposed(int... order) {
    return new StridedView(
        tensor,
        start,
        Arrays.stream(order).mapToLong(d -> sizes[d]).toArray(),
        Arrays.stream(order).mapToLong(d -> steps[d]).toArray());
  }

  /** A new dimension before {@code d}, along which everything repeats. */
  public StridedView inserted(int d, long size) {
    return new StridedView(tensor, start, with(sizes, d, size), with(steps, d, 0));
  }

  /** A dimension as two: of {@code size / inner} groups, and of {@code inner} positions each. */
  public StridedView split(int d, long inner) {
    long[] newSizes = with(sizes, d, sizes[d] / inner);
    long[] newSteps = with(steps, d, steps[d] * inner);
    newSizes[d + 1] = inner;
    return new StridedView(tensor, start, newSizes, newSteps);
  }

  private static long[] without(long[] values, int d) {
    return LongStream.concat(
            Arrays.stream(values, 0, d), Arrays.stream(values, d + 1, values.length))
        .toArray();
  }

  private static long[] with(long[] values, int d, long value) {
    long[] more = new long[values.length + 1];
    System.arraycopy(values, 0, more, 0, d);
    more[d] = value;
    System.arraycopy(values, d, more, d + 1, values.length - d);
    return more;
  }

  /** Sets all elements to an element of a tensor. */
  public void fill(Tensor source, long at) {
    copyFrom(repeat(source, at, sizes));
  }

  /** Combines each element with that of another view with the same sizes, one after the other. */
  public void combine(StridedView source, ElementCombiner combiner) {
    requireSameSizes(source);
    if (isEmpty()) {
      return;
    }
    long[] index = new long[sizes.length];
    long at = start;
    long sourceAt = source.start;
    int d;
    do {
      combiner.apply(tensor, at, source.tensor, sourceAt);
      for (d = sizes.length - 1; d >= 0; d--) {
        at += steps[d];
        sourceAt += source.steps[d];
        if (++index[d] < sizes[d]) {
          break;
        }
        at -= steps[d] * sizes[d];
        sourceAt -= source.steps[d] * sizes[d];
        index[d] = 0;
      }
    } while (d >= 0);
  }

  private boolean isEmpty() {
    return Arrays.stream(sizes).anyMatch(size -> size == 0);
  }

  private void requireSameSizes(StridedView source) {
    if (!Arrays.equals(sizes, source.sizes)) {
      throw new IllegalArgumentException(
          "sizes differ: " + Arrays.toString(sizes) + " and " + Arrays.toString(source.sizes));
    }
  }

  /** Sets all elements to those of another view with the same sizes. */
  public void copyFrom(StridedView source) {
    requireSameSizes(source);
    if (isEmpty()) {
      return;
    }
    new Loops(this, source).run();
  }

  /** Like {@link #copyFrom(StridedView)}, the fast way if the session has one. */
  public void copyFrom(KernelContext context, StridedView source) {
    ElementMoves moves = context.moves().orElse(null);
    boolean isMoved =
        moves != null
            && tensor.elements() >= MANY
            && !tensor.dtype().isObject()
            && moves.copy(context, source.grid(), grid());
    if (!isMoved) {
      copyFrom(source);
    }
  }

  private ElementGrid grid() {
    return new ElementGrid(tensor, start, sizes, steps);
  }

  /** Sets all elements to an element of a tensor, the fast way if the session has one. */
  public void fill(KernelContext context, Tensor source, long at) {
    copyFrom(context, repeat(source, at, sizes));
  }

  /** The loops of a copy, dimensions that behave as one merged; the innermost is dimension 0. */
  private static final class Loops {
    private final ElementCopier copier;
    private final long start;
    private final long targetStart;
    private final long[] sizes;
    private final long[] steps;
    private final long[] targetSteps;
    private int rank;

    Loops(StridedView target, StridedView source) {
      copier = ElementCopier.of(source.tensor, target.tensor);
      start = source.start;
      targetStart = target.start;
      int dimensions = target.sizes.length;
      sizes = new long[dimensions];
      steps = new long[dimensions];
      targetSteps = new long[dimensions];
      for (int d = dimensions - 1; d >= 0; d--) {
        add(target.sizes[d], source.steps[d], target.steps[d]);
      }
    }

    private void add(long size, long step, long targetStep) {
      int last = rank - 1;
      if (size == 1) {
        return;
      }
      if (rank > 0
          && step == steps[last] * sizes[last]
          && targetStep == targetSteps[last] * sizes[last]) {
        sizes[last] *= size;
        return;
      }
      sizes[rank] = size;
      steps[rank] = step;
      targetSteps[rank++] = targetStep;
    }

    void run() {
      if (rank == 0) {
        copier.copy(start, targetStart, 1);
        return;
      }
      int across = steps[0] == 1 ? -1 : neighbors();
      if (across > 0 && sizes[0] < TILE) {
        swap(0, across); // too few for tiles: better long runs
        across = -1;
      } else if (across > 0) {
        swap(1, across);
      }
      int inner = across > 0 ? 2 : 1;
      long[] index = new long[rank];
      long at = start;
      long targetAt = targetStart;
      int d;
      do {
        if (across > 0) {
          copyTiles(at, targetAt);
        } else {
          copyRun(at, targetAt, sizes[0]);
        }
        for (d = inner; d < rank; d++) {
          at += steps[d];
          targetAt += targetSteps[d];
          if (++index[d] < sizes[d]) {
            break;
          }
          at -= steps[d] * sizes[d];
          targetAt -= targetSteps[d] * sizes[d];
          index[d] = 0;
        }
      } while (d < rank);
    }

    /** The dimension along which elements are neighbors in the source; -1 if there is none. */
    private int neighbors() {
      for (int d = 1; d < rank; d++) {
        if (steps[d] == 1 && steps[0] != 0) {
          return d;
        }
      }
      return -1;
    }

    private void swap(int a, int b) {
      for (long[] values : new long[][] {sizes, steps, targetSteps}) {
        long value = values[a];
        values[a] = values[b];
        values[b] = value;
      }
    }

    /** Neighbors in the source are far apart in the target and the other way round. */
    private void copyTiles(long at, long targetAt) {
      for (long i = 0; i < sizes[1]; i += TILE) {
        for (long j = 0; j < sizes[0]; j += TILE) {
          long count = Math.min(TILE, sizes[0] - j);
          for (long row = i; row < Math.min(i + TILE, sizes[1]); row++) {
            copyRun(
                at + row * steps[1] + j * steps[0],
                targetAt + row * targetSteps[1] + j * targetSteps[0],
                count);
          }
        }
      }
    }

    private void copyRun(long at, long targetAt, long count) {
      if (targetSteps[0] == 1 && steps[0] == 1) {
        copier.copy(at, targetAt, count);
      } else if (targetSteps[0] == 1 && steps[0] == 0) {
        copier.fill(at, targetAt, count);
      } else {
        copier.copy(at, steps[0], targetAt, targetSteps[0], count);
      }
    }
  }
}

package dev.weir.kernels.vector.internal.segment;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.function.Supplier;

/** The runs of equal ids in a sorted vector, each a segment. */
final class SegmentRuns {
  private final IndexVector ids;
  private final long segments;
  private final long[] begins;

  private SegmentRuns(IndexVector ids, long segments, long[] begins) {
    this.ids = ids;
    this.segments = segments;
    this.begins = begins;
  }

  /** Works on a run of rows. */
  @FunctionalInterface
  interface Body {
    /** Works on rows {@code [begin, end)} of a segment. */
    void run(long segment, long begin, long end);
  }

  /** How many segments there are: a number from an input, or one more than the last id. */
  static long segments(KernelContext context, IndexVector ids, int countInput) {
    long last = ids.count() == 0 ? -1 : ids.get(ids.count() - 1);
    long segments = countInput < 0 ? last + 1 : context.input(countInput).getLong(0);
    if (segments < 0) {
      throw WeirException.invalidArgument(
          "segment ids must not be negative: segment_ids[%d] is %d", ids.count() - 1, last);
    }
    return segments;
  }

  /** The shape of a result with a row for each segment. */
  static Shape result(long segments, Tensor data) {
    return Shape.of(segments).concat(data.shape().slice(1, data.shape().rank()));
  }

  /** The runs of ids that are sorted and in range. */
  static SegmentRuns of(IndexVector ids, long segments) {
    ids.requireSorted();
    int count = Math.toIntExact(ids.count());
    long[] begins = new long[Math.toIntExact(Math.min(count, segments)) + 1];
    int runs = 0;
    long before = -1;
    for (int row = 0; row < count; row++) {
      long id = ids.within("segment_ids", row, segments);
      if (id != before) {
        begins[runs++] = row;
        before = id;
      }
    }
    begins[runs] = count;
    return new SegmentRuns(ids, segments, Arrays.copyOf(begins, runs + 1));
  }

  /** Whether every segment has rows. */
  boolean areAll() {
    return begins.length - 1 == segments;
  }

  /**
   * Runs a loop over all runs.
   *
   * @param width elements of a row
   */
  void forEach(KernelContext context, long width, Body body) {
    forEachPart(context, width, () -> body);
  }

  /** Runs a loop over all runs, with a body for each part of the loop. */
  void forEachPart(KernelContext context, long width, Supplier<Body> bodies) {
    int runs = begins.length - 1;
    Grain.CHEAP.forRows(
        context,
        runs,
        runs == 0 ? 0 : ids.count() * width / runs,
        (from, to) -> {
          Body body = bodies.get();
          for (int run = (int) from; run < to; run++) {
            body.run(ids.get(begins[run]), begins[run], begins[run + 1]);
          }
        });
  }
}

package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.function.Function;

/**
 * A reduction along any axes, in stages if they are apart; totals between stages are 64 bits wide.
 * Results do not depend on the number of threads.
 */
final class ReductionVectorKernel implements Kernel {
  private static final long BLOCK = ReductionLoop.BLOCK;

  /** Columns that are reduced together. */
  private static final int STRIP = 64;

  /** Tasks into which the columns of a stage are cut at least, by cutting rows if need be. */
  private static final int MANY_TASKS = 8;

  private static final int TOTAL_SHIFT = 3;

  private final ReductionLoops loops;
  private final int shift;
  private final Function<KernelContext, ReducedShape> shapes;

  /**
   * @param shift the binary logarithm of the bytes of an element
   * @param shapes which dimensions are reduced
   */
  ReductionVectorKernel(
      ReductionLoops loops, int shift, Function<KernelContext, ReducedShape> shapes) {
    this.loops = loops;
    this.shift = shift;
    this.shapes = shapes;
  }

  @Override
  public void compute(KernelContext context) {
    ReducedShape reduced = shapes.apply(context);
    Tensor x = context.input(0);
    Shape shape = reduced.result();
    ReducedShape.Stage stage = reduced.before(reduced.rank());
    if (stage == null && loops.keepsSingles()) {
      context.set(0, x.reshaped(shape)); // nothing to combine
      return;
    }
    Tensor y = context.allocate(0, shape);
    long out = RawMemory.address(y);
    if (x.elements() == 0) {
      for (long i = 0; i < reduced.results(); i++) {
        loops.first().finish(loops.first().start(), 0, out + (i << shift));
      }
      return;
    }
    if (stage == null) {
      stage = new ReducedShape.Stage(reduced.results(), 1, 1, true);
    }
    run(context, reduced, stage, RawMemory.address(x), out);
  }

  private void run(
      KernelContext context, ReducedShape reduced, ReducedShape.Stage first, long in, long out) {
    ReducedShape.Stage stage = first;
    StageRun run = new StageRun(loops.first(), shift);
    int end = reduced.rank();
    long from = in;
    while (!stage.isLast()) {
      long to = totals(context, stage.outer() * stage.inner());
      run.reduce(context, stage, 0, from, to);
      from = to;
      end = reduced.startOfStage(end);
      stage = java.util.Objects.requireNonNull(reduced.before(end));
      run = new StageRun(loops.later(), TOTAL_SHIFT);
    }
    run.reduce(context, stage, reduced.count(), from, out);
  }

  private static long totals(KernelContext context, long count) {
    return RawMemory.address(context.scratch(DType.INT64, Shape.of(count)));
  }

  /** Runs a stage. */
  private final class StageRun {
    private final ReductionLoop loop;
    private final int inShift;

    StageRun(ReductionLoop loop, int inShift) {
      this.loop = loop;
      this.inShift = inShift;
    }

    /**
     * @param count of how many elements the results are, which are finished; 0 for totals
     */
    void reduce(KernelContext context, ReducedShape.Stage stage, long count, long from, long to) {
      if (stage.inner() > 1) {
        long rowsOfBlock = Math.max(1, BLOCK / stage.inner());
        if (stage.outer() * Math.ceilDiv(stage.inner(), STRIP) < MANY_TASKS
            && stage.reduced() >= 2 * rowsOfBlock) {
          columnsInBlocks(context, stage, rowsOfBlock, count, from, to);
        } else {
          columns(context, stage, count, from, to);
        }
      } else if (stage.outer() >= MANY_TASKS || stage.reduced() < 2 * BLOCK) {
        rows(context, stage, count, from, to);
      } else {
        for (long row = 0; row < stage.outer(); row++) {
          long at = from + (row * stage.reduced() << inShift);
          long total = inBlocks(context, at, stage.reduced());
          if (count > 0) {
            loop.finish(total, count, to + (row << shift));
          } else {
            RawMemory.ALL.set(
                java.lang.foreign.ValueLayout.JAVA_LONG, to + (row << TOTAL_SHIFT), total);
          }
        }
      }
    }

    private int outShift(long count) {
      return count > 0 ? shift : TOTAL_SHIFT;
    }

    private void rows(
        KernelContext context, ReducedShape.Stage stage, long count, long from, long to) {
      long width = stage.reduced();
      Grain.CHEAP.forRows(
          context,
          stage.outer(),
          width,
          (first, last) ->
              loop.rows(
                  from + (first * width << inShift),
                  last - first,
                  width,
                  count,
                  to + (first << outShift(count))));
    }

    /** A long row: its blocks on several threads, their results one after the other. */
    private long inBlocks(KernelContext context, long from, long count) {
      long[] results = new long[Math.toIntExact(Math.ceilDiv(count, BLOCK))];
      context
          .parallel()
          .forRange(
              results.length,
              1,
              (first, last) -> {
                for (long block = first; block < last; block++) {
                  long start = block * BLOCK;
                  results[(int) block] =
                      loop.reduce(from + (start << inShift), Math.min(BLOCK, count - start));
                }
              });
      long total = loop.start();
      for (long result : results) {
        total = loop.combine(total, result);
      }
      return total;
    }

    private void columns(
        KernelContext context, ReducedShape.Stage stage, long count, long from, long to) {
      long inner = stage.inner();
      long strips = Math.ceilDiv(inner, STRIP);
      Grain.CHEAP.forRows(
          context,
          stage.outer() * strips,
          stage.reduced() * Math.min(inner, STRIP),
          (first, last) -> {
            for (long i = first; i < last; i++) {
              long outer = i / strips;
              long column = i % strips * STRIP;
              loop.columns(
                  from + (outer * stage.reduced() * inner + column << inShift),
                  stage.reduced(),
                  inner,
                  (int) Math.min(STRIP, inner - column),
                  count,
                  to + (outer * inner + column << outShift(count)));
            }
          });
    }

    /** Few columns: blocks of rows on several threads, then the totals of the blocks. */
    private void columnsInBlocks(
        KernelContext context,
        ReducedShape.Stage stage,
        long rowsOfBlock,
        long count,
        long from,
        long to) {
      long blocks = Math.ceilDiv(stage.reduced(), rowsOfBlock);
      int inner = (int) stage.inner();
      long totals = totals(context, stage.outer() * blocks * inner);
      context
          .parallel()
          .forRange(
              stage.outer() * blocks,
              1,
              (first, last) -> {
                for (long i = first; i < last; i++) {
                  long row = i % blocks * rowsOfBlock;
                  loop.columns(
                      from + ((i / blocks * stage.reduced() + row) * inner << inShift),
                      Math.min(rowsOfBlock, stage.reduced() - row),
                      inner,
                      inner,
                      0,
                      totals + (i * inner << TOTAL_SHIFT));
                }
              });
      new StageRun(loops.later(), TOTAL_SHIFT)
          .columns(
              context,
              new ReducedShape.Stage(stage.outer(), blocks, inner, stage.isLast()),
              count,
              totals,
              to);
    }
  }
}

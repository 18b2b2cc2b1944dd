package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.RealSource;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code Sum}, {@code Mean}, {@code Prod}, {@code Max} and {@code Min} along any axes. Results do
 * not depend on the number of threads.
 */
final class ReductionVectorKernel implements Kernel {
  private static final long BLOCK = ReductionLoop.BLOCK;

  /** Columns that are reduced together. */
  private static final int STRIP = 64;

  private final ReductionLoop loop;
  private final int shift;
  private final boolean isMean;
  private final boolean keepsDimensions;

  ReductionVectorKernel(ReductionLoop loop, int shift, boolean isMean, boolean keepsDimensions) {
    this.loop = loop;
    this.shift = shift;
    this.isMean = isMean;
    this.keepsDimensions = keepsDimensions;
  }

  @Override
  public void compute(KernelContext context) {
    compute(context, ReducedShape.along(context.input(0).shape(), context.input(1)));
  }

  /** Along axes that are known. */
  void compute(KernelContext context, ReducedShape reduced) {
    Tensor x = context.input(0);
    Shape shape = reduced.result(keepsDimensions);
    ReducedShape.Stage stage = reduced.before(reduced.rank());
    if (stage == null) {
      context.set(0, x.reshaped(shape)); // nothing to combine
      return;
    }
    Tensor y = context.allocate(0, shape);
    double divisor = isMean ? reduced.count() : 1;
    if (y.elements() == 0) {
      return;
    }
    if (x.elements() == 0) {
      loop.rows(RawMemory.address(x), y.elements(), 0, divisor, RawMemory.address(y));
      return;
    }
    int end = reduced.rank();
    long from = RawMemory.address(x);
    while (stage != null) {
      Tensor target =
          stage.isLast() ? y : context.scratch(x.dtype(), Shape.of(stage.outer() * stage.inner()));
      long to = RawMemory.address(target);
      run(context, stage, from, stage.isLast() ? divisor : 1, to);
      from = to;
      end = reduced.startOfStage(end);
      stage = reduced.before(end);
    }
  }

  private void run(
      KernelContext context, ReducedShape.Stage stage, long from, double divisor, long to) {
    if (stage.inner() > 1) {
      columns(context, stage, from, divisor, to);
    } else if (stage.outer() >= context.parallel().threads() || stage.reduced() < 2 * BLOCK) {
      Grain.CHEAP.forRows(
          context,
          stage.outer(),
          stage.reduced(),
          (first, last) ->
              loop.rows(
                  from + (first * stage.reduced() << shift),
                  last - first,
                  stage.reduced(),
                  divisor,
                  to + (first << shift)));
    } else {
      for (long row = 0; row < stage.outer(); row++) {
        double result =
            inBlocks(
                context, loop, shift, from + (row * stage.reduced() << shift), stage.reduced());
        setResult(to + (row << shift), result / divisor);
      }
    }
  }

  /** A long row: its blocks on several threads, their results one after the other. */
  static double inBlocks(
      KernelContext context, ReductionLoop loop, int shift, long from, long count) {
    double[] results = new double[Math.toIntExact(Math.ceilDiv(count, BLOCK))];
    context
        .parallel()
        .forRange(
            results.length,
            1,
            (first, last) -> {
              for (long block = first; block < last; block++) {
                long start = block * BLOCK;
                results[(int) block] =
                    loop.reduce(from + (start << shift), Math.min(BLOCK, count - start));
              }
            });
    double total = loop.start();
    for (double result : results) {
      total = loop.combine(total, result);
    }
    return total;
  }

  private void setResult(long at, double result) {
    (shift == 2 ? RealSource.FLOATS : RealSource.DOUBLES).set(at, result);
  }

  private void columns(
      KernelContext context, ReducedShape.Stage stage, long from, double divisor, long to) {
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
                from + (outer * stage.reduced() * inner + column << shift),
                stage.reduced(),
                inner,
                (int) Math.min(STRIP, inner - column),
                divisor,
                to + (outer * inner + column << shift));
          }
        });
  }
}

package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * An op that draws classes with probabilities given by their logarithms, up to a constant: row by
 * row from one stream. Classes whose logit is not finite are never drawn; if there are no others
 * the result is the number of classes.
 */
abstract class Categorical extends Op {
  /** The fewest classes and samples worth another core. */
  private static final long GRAIN = 2048;

  private final Source source;

  Categorical(String signature, Source source) {
    super(signature);
    this.source = source;
  }

  @Override
  public final String notDifferentiable() {
    return "its output is an index";
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape logits = context.requireRank(0, 2);
    context.requireScalar(1);
    source.check(context);
    if (logits.size(1) == 0) {
      throw context.invalid("there must be at least one class: %s", context.describe(0));
    }
    Tensor samples = context.constant(1);
    if (samples != null && samples.getLong(0) < 0) {
      throw context.invalid("num_samples must be at least 0, got %d", samples.getLong(0));
    }
    return List.of(
        Shape.of(logits.size(0), samples == null ? Shape.UNKNOWN_SIZE : samples.getLong(0)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor logits = context.input(0);
      long rows = logits.shape().size(0);
      int classes = Math.toIntExact(logits.shape().size(1));
      long samples = context.input(1).getLong(0);
      if (samples < 0) {
        throw WeirException.invalidArgument("num_samples must be at least 0, got %d", samples);
      }
      Tensor output = context.allocate(0, Shape.of(rows, samples));
      if (output.elements() == 0) {
        return;
      }
      long reserved = rows * 2 * ((samples + 3) / 4 * 4) * Sampler.RESERVED_BLOCKS;
      Philox start = source.reserve(context, spec.attrs(), reserved);
      context
          .parallel()
          .forRange(
              rows,
              Math.max(1, GRAIN / (classes + samples)),
              (from, to) -> draw(logits, start, output, from, to));
    };
  }

  /** Draws the samples of some rows; each takes half of a block of the generator. */
  private static void draw(Tensor logits, Philox start, Tensor output, long from, long to) {
    double[] cumulative = new double[(int) logits.shape().size(1)];
    long samples = output.shape().size(1);
    long first = from * samples;
    Words stream = new Words(start.ahead(first / 2));
    if (first % 2 != 0) {
      stream.nextDouble();
    }
    for (long row = from; row < to; row++) {
      double total = accumulate(logits, row * cumulative.length, cumulative);
      for (long i = 0; i < samples; i++) {
        output.setLong(row * samples + i, firstAbove(cumulative, stream.nextDouble() * total));
      }
    }
  }

  /** Sums up the weights of the classes; returns the whole. */
  private static double accumulate(Tensor logits, long start, double[] cumulative) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < cumulative.length; i++) {
      double logit = logits.getDouble(start + i);
      max = Double.isFinite(logit) ? Math.max(max, logit) : max;
    }
    double total = 0;
    for (int i = 0; i < cumulative.length; i++) {
      double logit = logits.getDouble(start + i);
      total += Double.isFinite(logit) ? Math.exp(logit - max) : 0;
      cumulative[i] = total;
    }
    return total;
  }

  private static int firstAbove(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}

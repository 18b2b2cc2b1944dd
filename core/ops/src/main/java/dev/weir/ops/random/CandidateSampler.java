package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * An op that draws {@code num_sampled} classes below {@code range_max}, the same for a whole batch,
 * and says how often each of them and each of {@code true_classes} is expected among so many. With
 * {@code unique} a class is drawn at most once: what was drawn before is thrown away.
 *
 * <p>The number of expected draws of a class with probability {@code p} is {@code p num_sampled};
 * or if some were thrown away, so that it took {@code n} tries, {@code 1 - (1 - p)ⁿ}.
 */
abstract class CandidateSampler extends Op {
  /** As many words as TensorFlow sets aside for each candidate. */
  private static final long RESERVED_WORDS = 2048;

  private static final long TRIES_TOGETHER = 1024;

  CandidateSampler(String signature) {
    super(signature);
  }

  /** How the classes of a node are distributed; guarded by itself. */
  interface Distribution {
    /** A class. */
    long draw(Words words);

    /** How likely a class is. */
    double probability(long value);

    /** Takes note of classes that were true. */
    default void learn(Tensor classes) {}
  }

  /** The distribution of classes below {@code range}, for one node in one session. */
  abstract Distribution distribution(long range, Attributes attrs, Function<String, Path> files);

  /** What a node keeps from run to run. */
  private record State(GeneratorState generator, Distribution distribution) {}

  @Override
  public final String notDifferentiable() {
    return "its candidates are integers, chosen whatever the input";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long count = context.attrs().integer("num_sampled");
    if (context.attrs().bool("unique") && count > context.attrs().integer("range_max")) {
      throw context.invalid(
          "num_sampled must be at most range_max where candidates are unique: %d and %d",
          count, context.attrs().integer("range_max"));
    }
    return shapes(context);
  }

  /** The shapes of candidates, true counts and counts of the candidates. */
  static List<Shape> shapes(ShapeContext context) {
    Shape classes = context.requireRank(0, 2);
    long trueCount = context.attrs().integer("num_true");
    if (!classes.isCompatibleWith(Shape.of(Shape.UNKNOWN_SIZE, trueCount))) {
      throw context.invalid(
          "true_classes must have num_true = %d columns: %s", trueCount, context.describe(0));
    }
    Shape sampled = Shape.of(context.attrs().integer("num_sampled"));
    return List.of(sampled, Shape.of(classes.size(0), trueCount), sampled);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> run(context, spec.attrs());
  }

  /** Refuses true classes that are no classes. */
  static void requireClasses(Tensor classes, long range) {
    for (long i = 0; i < classes.elements(); i++) {
      long value = classes.getLong(i);
      if (value < 0 || value >= range) {
        throw WeirException.invalidArgument(
            "true_classes must be in [0, %d), element %d is %d", range, i, value);
      }
    }
  }

  private void run(KernelContext context, Attributes attrs) {
    int count = Math.toIntExact(attrs.integer("num_sampled"));
    long range = attrs.integer("range_max");
    requireClasses(context.input(0), range);
    State state =
        context.sessionState(
            State.class,
            () ->
                new State(
                    GeneratorState.of(attrs.integer("seed"), attrs.integer("seed2")),
                    distribution(range, attrs, context::file)));
    Words words = new Words(state.generator().reserve(count * RESERVED_WORDS / Philox.WORDS));
    Tensor classes = context.input(0);
    Tensor sampled = context.allocate(0, Shape.of(count));
    Tensor expected = context.allocate(1, classes.shape());
    Tensor sampledExpected = context.allocate(2, sampled.shape());
    Distribution distribution = state.distribution();
    synchronized (distribution) {
      long tries = draw(context, distribution, words, attrs.bool("unique"), sampled);
      expect(distribution, classes, expected, count, tries);
      expect(distribution, sampled, sampledExpected, count, tries);
      distribution.learn(classes);
    }
  }

  /** Draws as many classes as fit; returns how many were drawn for that. */
  private static long draw(
      KernelContext context,
      Distribution distribution,
      Words words,
      boolean isUnique,
      Tensor sampled) {
    Set<Long> used = new HashSet<>();
    long tries = 0;
    for (long i = 0; i < sampled.elements(); tries++) {
      if (tries == Integer.MAX_VALUE) {
        throw WeirException.invalidArgument(
            "num_sampled is too large: %d tries gave only %d different candidates of %d",
            tries, i, sampled.elements());
      }
      if (tries % TRIES_TOGETHER == 0) {
        context.checkCancelled();
      }
      long value = distribution.draw(words);
      if (!isUnique || used.add(value)) {
        sampled.setLong(i, value);
        i++;
      }
    }
    return tries;
  }

  private static void expect(
      Distribution distribution, Tensor values, Tensor expected, int count, long tries) {
    for (long i = 0; i < values.elements(); i++) {
      float probability = (float) distribution.probability(values.getLong(i));
      expected.setDouble(
          i,
          tries == count
              ? probability * count
              : -Math.expm1(tries * (float) Math.log1p(-probability)));
    }
  }
}

package dev.weir.ops.random;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.random.RandomOps.Seed;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds nodes: a few classes drawn from very many, so that a loss need not look at all of them.
 * Every run draws anew; the same seeds give the same classes.
 */
public final class CandidateOps {
  private final Scope scope;

  public CandidateOps(Scope scope) {
    this.scope = scope;
  }

  /** Candidates, and how often true classes and candidates were to be expected among them. */
  public record Candidates(
      Output sampledCandidates, Output trueExpectedCount, Output sampledExpectedCount) {}

  /** True classes among candidates: the row, the candidate's position, what to add to its logit. */
  public record AccidentalHits(Output indices, Output ids, Output weights) {}

  private NodeBuilder sampler(
      String op, Operand trueClasses, long numTrue, long numSampled, boolean unique) {
    return scope
        .node(op)
        .input(trueClasses)
        .attr("num_true", numTrue)
        .attr("num_sampled", numSampled)
        .attr("unique", unique);
  }

  private static Candidates candidates(Node node) {
    return new Candidates(node.output(0), node.output(1), node.output(2));
  }

  /**
   * What to draw from.
   *
   * @param numSampled how many classes to draw
   * @param unique whether no class is drawn twice
   * @param rangeMax how many classes there are
   */
  public record Range(long numSampled, boolean unique, long rangeMax) {}

  private Candidates drawn(String op, Operand trueClasses, long numTrue, Range range, Seed seed) {
    return candidates(
        sampler(op, trueClasses, numTrue, range.numSampled(), range.unique())
            .attr("range_max", range.rangeMax())
            .attr("seed", seed.seed())
            .attr("seed2", seed.seed2())
            .build());
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, each as likely as any other. */
  public Candidates uniformCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seed seed) {
    return drawn("UniformCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, the likelier the smaller they are. */
  public Candidates logUniformCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seed seed) {
    return drawn("LogUniformCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as likely as they were true so far in
   * this session.
   */
  public Candidates learnedUnigramCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seed seed) {
    return drawn("LearnedUnigramCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as {@link
   * #learnedUnigramCandidateSampler} does.
   */
  public Candidates threadUnsafeUnigramCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seed seed) {
    return drawn("ThreadUnsafeUnigramCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * How likely classes are to be drawn: each in proportion to its weight, to a power. Weights stand
   * in the graph or in a file, one on each line, in the last of the fields that commas separate.
   *
   * @param file where the weights are; empty if they are given
   * @param weights one for each class; empty if they are in a file
   * @param distortion the power; between 0, for all the same, and 1
   * @param reserved how many classes are never drawn and have no weight, before the others
   * @param shards how many parts the classes are divided into
   * @param shard which part is drawn from: those classes whose number leaves this rest
   */
  public record Unigrams(
      String file, List<Float> weights, float distortion, long reserved, long shards, long shard) {
    public Unigrams {
      weights = List.copyOf(weights);
    }

    /** As likely as these weights say, such as counts. */
    public static Unigrams of(List<Float> weights) {
      return new Unigrams("", weights, 1, 0, 1, 0);
    }

    /** As likely as the weights in a file say. */
    public static Unigrams ofFile(Path file) {
      return new Unigrams(file.toString(), List.of(), 1, 0, 1, 0);
    }

    /** The same with weights to this power. */
    public Unigrams distorted(float power) {
      return new Unigrams(file, weights, power, reserved, shards, shard);
    }

    /** The same after so many classes that are never drawn. */
    public Unigrams after(long count) {
      return new Unigrams(file, weights, distortion, count, shards, shard);
    }

    /** The same, only one of several parts. */
    public Unigrams shard(long which, long of) {
      return new Unigrams(file, weights, distortion, reserved, of, which);
    }
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as likely as their weights say. There
   * must be {@code rangeMax} of them, with those that are reserved.
   */
  public Candidates fixedUnigramCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Unigrams unigrams, Seed seed) {
    float[] weights = new float[unigrams.weights().size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = unigrams.weights().get(i);
    }
    return candidates(
        sampler(
                "FixedUnigramCandidateSampler",
                trueClasses,
                numTrue,
                range.numSampled(),
                range.unique())
            .attr("range_max", range.rangeMax())
            .attr("vocab_file", unigrams.file())
            .attr("unigrams", AttrValue.ofFloats(weights))
            .attr("distortion", unigrams.distortion())
            .attr("num_reserved_ids", unigrams.reserved())
            .attr("num_shards", unigrams.shards())
            .attr("shard", unigrams.shard())
            .attr("seed", seed.seed())
            .attr("seed2", seed.seed2())
            .build());
  }

  /** All classes below {@code numSampled}. */
  public Candidates allCandidateSampler(
      Operand trueClasses, long numTrue, long numSampled, boolean unique) {
    return candidates(
        sampler("AllCandidateSampler", trueClasses, numTrue, numSampled, unique).build());
  }

  /** Where candidates are true classes. */
  public AccidentalHits computeAccidentalHits(
      Operand trueClasses, Operand sampledCandidates, long numTrue) {
    Node node =
        scope
            .node("ComputeAccidentalHits")
            .input(trueClasses)
            .input(sampledCandidates)
            .attr("num_true", numTrue)
            .build();
    return new AccidentalHits(node.output(0), node.output(1), node.output(2));
  }
}

package dev.weir.ops.random;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;

/**
 * Methods of {@link RandomOps}: a few classes drawn from very many, so that a loss need not look at
 * all of them. Every run draws anew; equal seeds give equal classes.
 */
abstract class CandidateMethods extends OpGroup {
  CandidateMethods(Scope scope) {
    super(scope);
  }

  private NodeBuilder sampler(
      String op, Operand trueClasses, long numTrue, long numSampled, boolean unique) {
    return node(op, trueClasses)
        .attr("num_true", numTrue)
        .attr("num_sampled", numSampled)
        .attr("unique", unique);
  }

  private static RandomOps.Candidates candidates(Node node) {
    return new RandomOps.Candidates(node.output(0), node.output(1), node.output(2));
  }

  private RandomOps.Candidates drawn(
      String op,
      Operand trueClasses,
      long numTrue,
      RandomOps.CandidateRange range,
      RandomOps.Seed seed) {
    return candidates(
        sampler(op, trueClasses, numTrue, range.numSampled(), range.unique())
            .attr("range_max", range.rangeMax())
            .attr("seed", seed.seed())
            .attr("seed2", seed.seed2())
            .build());
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, each as likely as any other. */
  public RandomOps.Candidates uniformCandidateSampler(
      Operand trueClasses, long numTrue, RandomOps.CandidateRange range, RandomOps.Seed seed) {
    return drawn("UniformCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, the likelier the smaller they are. */
  public RandomOps.Candidates logUniformCandidateSampler(
      Operand trueClasses, long numTrue, RandomOps.CandidateRange range, RandomOps.Seed seed) {
    return drawn("LogUniformCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as likely as they were true so far in
   * this session.
   */
  public RandomOps.Candidates learnedUnigramCandidateSampler(
      Operand trueClasses, long numTrue, RandomOps.CandidateRange range, RandomOps.Seed seed) {
    return drawn("LearnedUnigramCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as {@link
   * #learnedUnigramCandidateSampler} does.
   */
  public RandomOps.Candidates threadUnsafeUnigramCandidateSampler(
      Operand trueClasses, long numTrue, RandomOps.CandidateRange range, RandomOps.Seed seed) {
    return drawn("ThreadUnsafeUnigramCandidateSampler", trueClasses, numTrue, range, seed);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as likely as their weights say. There
   * must be {@code rangeMax} of them, with those that are reserved.
   */
  public RandomOps.Candidates fixedUnigramCandidateSampler(
      Operand trueClasses,
      long numTrue,
      RandomOps.CandidateRange range,
      RandomOps.Unigrams unigrams,
      RandomOps.Seed seed) {
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
  public RandomOps.Candidates allCandidateSampler(
      Operand trueClasses, long numTrue, long numSampled, boolean unique) {
    return candidates(
        sampler("AllCandidateSampler", trueClasses, numTrue, numSampled, unique).build());
  }

  /** Where candidates are true classes. */
  public RandomOps.AccidentalHits computeAccidentalHits(
      Operand trueClasses, Operand sampledCandidates, long numTrue) {
    Node node =
        node("ComputeAccidentalHits", trueClasses, sampledCandidates)
            .attr("num_true", numTrue)
            .build();
    return new RandomOps.AccidentalHits(node.output(0), node.output(1), node.output(2));
  }
}

package dev.weir.ops.random;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

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

  /** Where random numbers start; anywhere if both are 0. */
  public record Seeds(long seed, long seed2) {}

  private Candidates drawn(String op, Operand trueClasses, long numTrue, Range range, Seeds seeds) {
    return candidates(
        sampler(op, trueClasses, numTrue, range.numSampled(), range.unique())
            .attr("range_max", range.rangeMax())
            .attr("seed", seeds.seed())
            .attr("seed2", seeds.seed2())
            .build());
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, each as likely as any other. */
  public Candidates uniformCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seeds seeds) {
    return drawn("UniformCandidateSampler", trueClasses, numTrue, range, seeds);
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, the likelier the smaller they are. */
  public Candidates logUniformCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seeds seeds) {
    return drawn("LogUniformCandidateSampler", trueClasses, numTrue, range, seeds);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as likely as they were true so far in
   * this session.
   */
  public Candidates learnedUnigramCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seeds seeds) {
    return drawn("LearnedUnigramCandidateSampler", trueClasses, numTrue, range, seeds);
  }

  /**
   * Draws {@code numSampled} classes below {@code rangeMax}, as {@link
   * #learnedUnigramCandidateSampler} does.
   */
  public Candidates threadUnsafeUnigramCandidateSampler(
      Operand trueClasses, long numTrue, Range range, Seeds seeds) {
    return drawn("ThreadUnsafeUnigramCandidateSampler", trueClasses, numTrue, range, seeds);
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

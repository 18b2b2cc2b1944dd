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

  /** Draws {@code numSampled} classes below {@code rangeMax}, each as likely as any other. */
  public Candidates uniformCandidateSampler(
      Operand trueClasses,
      long numTrue,
      long numSampled,
      boolean unique,
      long rangeMax,
      long seed,
      long seed2) {
    return candidates(
        sampler("UniformCandidateSampler", trueClasses, numTrue, numSampled, unique)
            .attr("range_max", rangeMax)
            .attr("seed", seed)
            .attr("seed2", seed2)
            .build());
  }

  /** Draws {@code numSampled} classes below {@code rangeMax}, the likelier the smaller they are. */
  public Candidates logUniformCandidateSampler(
      Operand trueClasses,
      long numTrue,
      long numSampled,
      boolean unique,
      long rangeMax,
      long seed,
      long seed2) {
    return candidates(
        sampler("LogUniformCandidateSampler", trueClasses, numTrue, numSampled, unique)
            .attr("range_max", rangeMax)
            .attr("seed", seed)
            .attr("seed2", seed2)
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

package dev.weir.ops.random;

import dev.weir.graph.Attributes;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Candidates from a log-uniform distribution: class {@code k} has the probability {@code ln((k + 2)
 * / (k + 1)) / ln(range_max + 1)}, which suits words numbered by how frequent they are.
 */
final class LogUniformCandidateSampler extends CandidateSampler {
  LogUniformCandidateSampler() {
    super(
        "LogUniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64,"
            + " true_expected_count: float, sampled_expected_count: float) num_true:int >=1;"
            + " num_sampled:int >=1; unique:bool; range_max:int >=1; seed:int=0; seed2:int=0;"
            + " stateful");
  }

  @Override
  Distribution distribution(long range, Attributes attrs, Function<String, Path> files) {
    double whole = Math.log(range + 1.0);
    return new Distribution() {
      @Override
      public long draw(Words words) {
        long value = (long) Math.exp(words.nextDouble() * whole) - 1;
        return value % range;
      }

      @Override
      public double probability(long value) {
        return Math.log((value + 2.0) / (value + 1.0)) / whole;
      }
    };
  }
}

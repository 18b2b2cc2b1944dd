package dev.weir.ops.random;

import dev.weir.graph.Attributes;
import java.nio.file.Path;
import java.util.function.Function;

/** Candidates from a uniform distribution: every class is as likely, {@code 1 / range_max}. */
final class UniformCandidateSampler extends CandidateSampler {
  UniformCandidateSampler() {
    super(
        "UniformCandidateSampler(true_classes: int64) -> (sampled_candidates: int64,"
            + " true_expected_count: float, sampled_expected_count: float) num_true:int >=1;"
            + " num_sampled:int >=1; unique:bool; range_max:int >=1; seed:int=0; seed2:int=0;"
            + " stateful");
  }

  @Override
  Distribution distribution(long range, Attributes attrs, Function<String, Path> files) {
    return new Distribution() {
      @Override
      public long draw(Words words) {
        return words.nextBelowExactly(range);
      }

      @Override
      public double probability(long value) {
        return 1.0 / range;
      }
    };
  }
}

package dev.weir.ops.random;

import dev.weir.graph.Attributes;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Equal to {@link LearnedUnigramCandidateSampler}; what is unsafe elsewhere when several steps run
 * at once is safe here.
 */
final class ThreadUnsafeUnigramCandidateSampler extends CandidateSampler {
  ThreadUnsafeUnigramCandidateSampler() {
    super(
        "ThreadUnsafeUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64,"
            + " true_expected_count: float, sampled_expected_count: float) num_true:int >=1;"
            + " num_sampled:int >=1; unique:bool; range_max:int >=1; seed:int=0; seed2:int=0;"
            + " stateful");
  }

  @Override
  Distribution distribution(long range, Attributes attrs, Function<String, Path> files) {
    return new LearnedClasses(range);
  }
}

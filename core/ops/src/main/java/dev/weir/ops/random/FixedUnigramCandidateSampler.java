package dev.weir.ops.random;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Candidates from a distribution that is given: class {@code k} has a probability in proportion to
 * {@code weight(k)^distortion}. Weights are {@code unigrams}, or in {@code vocab_file}, where each
 * line has one in its last field, after the last comma; empty lines do not count. Before them come
 * {@code num_reserved_ids} classes of weight 0. Of all, only those count that leave the rest {@code
 * shard} when divided by {@code num_shards}; there must be {@code range_max} of them.
 *
 * <p>The file is read when the node first runs in a session. Weights must be finite and not
 * negative, and with {@code unique} as many must be positive as are drawn.
 */
final class FixedUnigramCandidateSampler extends CandidateSampler {
  FixedUnigramCandidateSampler() {
    super(
        "FixedUnigramCandidateSampler(true_classes: int64) -> (sampled_candidates: int64,"
            + " true_expected_count: float, sampled_expected_count: float) num_true:int >=1;"
            + " num_sampled:int >=1; unique:bool; range_max:int >=1; vocab_file:string=\"\";"
            + " distortion:float=1; num_reserved_ids:int=0; num_shards:int=1 >=1;"
            + " shard:int=0 >=0; unigrams:list(float)=[]; seed:int=0; seed2:int=0; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    boolean hasFile = !context.attrs().string("vocab_file").isEmpty();
    int weights = context.attrs().floats("unigrams").length;
    if (hasFile == weights > 0) {
      throw context.invalid(
          "either vocab_file or unigrams must have the weights: vocab_file is \"%s\", there are %d"
              + " unigrams",
          context.attrs().string("vocab_file"), weights);
    }
    return super.inferShapes(context);
  }

  @Override
  Distribution distribution(long range, Attributes attrs, Function<String, Path> files) {
    UnigramWeights weights = UnigramWeights.read(range, attrs, files);
    long count = attrs.integer("num_sampled");
    if (attrs.bool("unique") && count > weights.positive()) {
      throw WeirException.invalidArgument(
          "num_sampled must be at most the number of positive weights where candidates are unique:"
              + " %d and %d",
          count, weights.positive());
    }
    return new WeightedClasses(weights.values());
  }
}

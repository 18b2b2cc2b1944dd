package dev.weir.ops.random;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class RandomLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new AllCandidateSampler(),
        new ComputeAccidentalHits(),
        new FixedUnigramCandidateSampler(),
        new LearnedUnigramCandidateSampler(),
        new LogUniformCandidateSampler(),
        new Multinomial(),
        new ParameterizedTruncatedNormal(),
        new RandomCrop(),
        new RandomGamma(),
        new RandomPoisson(),
        new RandomPoissonV2(),
        new RandomShuffle(),
        new RandomStandardNormal(),
        new RandomUniform(),
        new RandomUniformInt(),
        new StatelessMultinomial(),
        new StatelessRandomGammaV2(),
        new StatelessRandomGammaV3(),
        new StatelessRandomGetAlg(),
        new StatelessRandomGetKeyCounter(),
        new StatelessRandomGetKeyCounterAlg(),
        new StatelessRandomNormal(),
        new StatelessRandomNormalV2(),
        new StatelessRandomPoisson(),
        new StatelessRandomUniform(),
        new StatelessRandomUniformFullInt(),
        new StatelessRandomUniformFullIntV2(),
        new StatelessRandomUniformInt(),
        new StatelessRandomUniformIntV2(),
        new StatelessRandomUniformV2(),
        new StatelessTruncatedNormal(),
        new StatelessTruncatedNormalV2(),
        new ThreadUnsafeUnigramCandidateSampler(),
        new TruncatedNormal(),
        new UniformCandidateSampler());
  }
}

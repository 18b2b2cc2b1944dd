package dev.weir.ops.random;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Random numbers and candidate samplers. */
public final class RandomLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new AllCandidateSampler(),
        new ComputeAccidentalHits(),
        new FixedUnigramCandidateSampler(),
        new LearnedUnigramCandidateSampler(),
        new LogUniformCandidateSampler(),
        new Multinomial(),
        new ParameterizedTruncatedNormal(),
        new RandomGamma(),
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

  @Override
  public List<OpDefinition> legacyOps() {
    return List.of(new RandomCrop(), new RandomPoisson());
  }
}

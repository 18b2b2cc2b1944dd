package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.TypedScenario;
import java.util.List;
import java.util.stream.Stream;

/** All samples there are. */
public final class Samples {
  private Samples() {}

  /** Samples of single ops. */
  public static List<OpSample> all() {
    return Stream.of(
            ArraySamples.samples(),
            CheckpointSamples.samples(),
            ControlSamples.samples(),
            ConvSamples.samples(),
            ImageSamples.samples(),
            LinalgSamples.samples(),
            MathSamples.samples(),
            NormSamples.samples(),
            RandomSamples.samples(),
            CandidateSamples.samples(),
            RecurrentSamples.samples(),
            ReduceSamples.samples(),
            StateSamples.samples(),
            StringsSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  /** Scenarios in every element type. */
  public static List<TypedScenario> typedScenarios() {
    return Stream.of(
            TypedControlSamples.scenarios(),
            TypedStateSamples.scenarios(),
            ScatterSamples.typedScenarios(),
            TrainingSamples.typedScenarios())
        .flatMap(List::stream)
        .toList();
  }

  /** Scenarios of several ops. */
  public static List<Scenario> scenarios() {
    return Stream.of(
            ArraySamples.scenarios(),
            CheckpointSamples.scenarios(),
            ControlSamples.scenarios(),
            ConvSamples.scenarios(),
            ImageSamples.scenarios(),
            LinalgSamples.scenarios(),
            MathSamples.scenarios(),
            NormSamples.scenarios(),
            RandomSamples.scenarios(),
            RecurrentSamples.scenarios(),
            ReduceSamples.scenarios(),
            StateSamples.scenarios(),
            TrainingSamples.scenarios(),
            StringsSamples.scenarios())
        .flatMap(List::stream)
        .toList();
  }
}

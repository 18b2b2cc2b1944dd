package dev.weir.testkit.samples;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.stream.Stream;

/** All samples there are. */
public final class Samples {
  private Samples() {}

  /** Samples of single ops. */
  public static List<OpSample> all() {
    return Stream.of(
            ArraySamples.samples(),
            ControlSamples.samples(),
            LinalgSamples.samples(),
            MathSamples.samples(),
            RandomSamples.samples(),
            ReduceSamples.samples(),
            StateSamples.samples(),
            StringsSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  /** Scenarios of several ops. */
  public static List<Scenario> scenarios() {
    return Stream.of(
            ArraySamples.scenarios(),
            ControlSamples.scenarios(),
            LinalgSamples.scenarios(),
            MathSamples.scenarios(),
            RandomSamples.scenarios(),
            ReduceSamples.scenarios(),
            StateSamples.scenarios(),
            TrainingSamples.scenarios(),
            StringsSamples.scenarios())
        .flatMap(List::stream)
        .toList();
  }
}

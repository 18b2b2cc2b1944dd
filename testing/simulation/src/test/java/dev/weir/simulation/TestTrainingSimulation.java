package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trainings on clusters, with checkpoints, under simulated faults; see {@link Seeds}. */
@Timeout(7200)
final class TestTrainingSimulation {
  private final LoggedErrors log = new LoggedErrors(); // tasks have much to warn of

  @AfterEach
  void stop() {
    log.close();
  }

  @Test
  void trainingKeepsItsPromisesUnderFaults() {
    List<String> failures =
        new Seeds("TestTrainingSimulation", EnumSet.allOf(Fault.class))
            .run(TrainingSimulation::run, log);
    assertThat(failures).withFailMessage(() -> String.join("\n", failures)).isEmpty();
  }

  @Test
  void sameSeedSameEvents() {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(TrainingSimulation.run(seed, false).hash())
          .as("events of seed %d", seed)
          .isEqualTo(TrainingSimulation.run(seed, false).hash());
    }
  }
}

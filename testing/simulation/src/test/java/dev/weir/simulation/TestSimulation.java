package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clusters under simulated faults; see {@link Seeds}. */
@Timeout(3600)
final class TestSimulation {
  private final LoggedErrors log = new LoggedErrors(); // tasks have much to warn of

  @AfterEach
  void stop() {
    log.close();
  }

  @Test
  void keepsItsPromisesUnderFaults() {
    List<String> failures =
        new Seeds(
                "TestSimulation",
                EnumSet.of(
                    Fault.MESSAGE_LOST,
                    Fault.MESSAGE_DUPLICATED,
                    Fault.MESSAGE_LATE,
                    Fault.PARTITION,
                    Fault.TASK_CRASH,
                    Fault.GRPC_CODEC,
                    Fault.STREAM_CODEC))
            .run(Simulation::run, log);
    assertThat(failures).withFailMessage(() -> String.join("\n", failures)).isEmpty();
  }

  @Test
  void sameSeedSameEvents() {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(Simulation.run(seed, false).hash())
          .as("events of seed %d", seed)
          .isEqualTo(Simulation.run(seed, false).hash());
    }
  }
}

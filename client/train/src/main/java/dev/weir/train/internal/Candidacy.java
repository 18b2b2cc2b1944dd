package dev.weir.train.internal;

import dev.weir.train.Election;
import dev.weir.train.EpochNumber;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How a worker may become the chief: by a fixed role, by an election, or never. */
final class Candidacy {
  private static final Duration HEARTBEAT = Duration.ofSeconds(1);

  private final boolean isChief;
  private final @Nullable Election election;
  private final RandomGenerator chance;

  Candidacy(boolean isChief, @Nullable Election election, RandomGenerator chance) {
    this.isChief = isChief;
    this.election = election;
    this.chance = chance;
  }

  /** Whether this worker is the chief, and no election changes that. */
  boolean isAppointed() {
    return election == null && isChief;
  }

  /** Whether this worker is, or can become, the chief. */
  boolean mayLead() {
    return election != null || isAppointed();
  }

  boolean isElected(Election.Sighting seen) {
    return election != null && election.isElected(seen);
  }

  void standDown() {
    if (election != null) {
      election.standDown();
    }
  }

  Duration heartbeat() {
    return election == null ? HEARTBEAT : election.heartbeat();
  }

  /** The number of an epoch that this worker begins after another. */
  EpochNumber next(EpochNumber before) {
    return before.next(election == null ? 0 : election.worker(), chance.nextLong());
  }
}

package dev.weir.train.internal;

import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Election;
import dev.weir.train.EpochNumber;
import dev.weir.train.TrainingClock;
import java.time.Duration;

/** Reads the epochs of tasks, and tracks how long their chief has sent no heartbeat. */
final class ChiefWatch {
  private final Epochs epochs;
  private final TrainingClock clock;
  private EpochNumber latest = EpochNumber.NONE;
  private long heartbeats;
  private long lastChange;
  private long lastLook;
  private boolean hasLooked;

  ChiefWatch(Epochs epochs, TrainingClock clock) {
    this.epochs = epochs;
    this.clock = clock;
  }

  EpochView look(Session session, RunOptions options) {
    EpochView view = new EpochView(epochs.read(session, options));
    lastLook = clock.nanos();
    if (!hasLooked || !view.latest().equals(latest) || view.heartbeats() != heartbeats) {
      hasLooked = true;
      latest = view.latest();
      heartbeats = view.heartbeats();
      lastChange = lastLook;
    }
    return view;
  }

  /** Whether the last read is at least this long ago. */
  boolean isDue(Duration period) {
    return !hasLooked || clock.nanos() - lastLook >= period.toNanos();
  }

  /** What the last read showed of the chief. */
  Election.Sighting sighting(boolean wasChief) {
    return new Election.Sighting(latest, Duration.ofNanos(lastLook - lastChange), wasChief);
  }

  /** What the last read showed, where the chief has ended its training and another one begins. */
  Election.Sighting sightingAfterEnd(boolean wasChief) {
    Election.Sighting last = sighting(wasChief);
    return new Election.Sighting(EpochNumber.NONE, last.silence(), wasChief);
  }

  /** Restarts the clock: while tasks are unreachable, missing heartbeats mean nothing. */
  void reset() {
    hasLooked = false;
  }
}

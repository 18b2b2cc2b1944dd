package dev.weir.train.internal;

import dev.weir.train.TrainingClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Whether a training is to stop; it ends waits. Thread-safe. */
public final class StopSignal {
  private final CompletableFuture<String> given = new CompletableFuture<>();
  private final TrainingClock clock;

  public StopSignal(TrainingClock clock) {
    this.clock = clock;
  }

  /** Gives the signal. Returns whether it is the first one. */
  public boolean give(String why) {
    return given.complete(why);
  }

  public boolean isGiven() {
    return given.isDone();
  }

  /** The reason of the first signal. */
  String reason() {
    return given.getNow("not stopped");
  }

  /** Waits for a duration, or until the signal is given. Returns whether it is given. */
  boolean pause(Duration time) {
    clock.pause(time, given);
    return given.isDone();
  }
}

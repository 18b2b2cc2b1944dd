package dev.weir.train.internal;

import dev.weir.train.TrainingClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Whether a training is to stop; waiting ends when it is. Thread-safe. */
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

  /** Why, as the first signal said. */
  String reason() {
    return given.getNow("not stopped");
  }

  /** Waits so long, or until the signal is given. Returns whether it is. */
  boolean pause(Duration time) {
    clock.pause(time, given);
    return given.isDone();
  }
}

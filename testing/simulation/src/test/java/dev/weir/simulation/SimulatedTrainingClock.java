package dev.weir.simulation;

import dev.weir.train.TrainingClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The time of a training session in a simulated process. */
final class SimulatedTrainingClock implements TrainingClock {
  private final LifeScheduler life;

  SimulatedTrainingClock(LifeScheduler life) {
    this.life = life;
  }

  @Override
  public long nanos() {
    return life.nanoTime();
  }

  @Override
  public void pause(Duration time, CompletableFuture<?> until) {
    try {
      Object unused = life.time().await(until, time);
    } catch (TimeoutException | ExecutionException e) {
      // the time is up, or there is nothing to wait for
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public Repetition every(Duration period, Runnable action) {
    CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
    life.time()
        .start(
            "repetition",
            () -> {
              pause(period, end);
              while (!end.isDone()) {
                action.run();
                pause(period, end);
              }
            });
    return () -> end.complete(null);
  }
}

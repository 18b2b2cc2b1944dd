package dev.weir.cluster.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.PlayedScheduler;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TestPeriodicTask {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final PlayedScheduler scheduler = new PlayedScheduler();
  private int runs;
  private boolean isNeeded = true;

  private PeriodicTask task(Runnable work) {
    return new PeriodicTask("the test's work", PERIOD, scheduler, () -> isNeeded, work);
  }

  @Test
  void workIsDoneEveryPeriodOnceItIsStarted() {
    PeriodicTask task = task(() -> runs++);
    scheduler.advance(PERIOD);
    assertThat(runs).isZero();
    task.start();
    task.start();
    scheduler.advance(PERIOD.multipliedBy(3));
    assertThat(runs).isEqualTo(3);
    assertThat(scheduler.timers()).isEqualTo(1);
  }

  @Test
  void workThatFailsIsLoggedAndDoneAgain() {
    try (CapturedLog log = new CapturedLog()) {
      task(() -> {
            runs++;
            if (runs % 2 == 0) {
              throw new ArithmeticException("long overflow");
            }
            throw new OutOfMemoryError("Java heap space");
          })
          .start();
      scheduler.advance(PERIOD.multipliedBy(4));
      assertThat(runs).isEqualTo(4);
      assertThat(log.errors().stream().filter(line -> line.contains("the test's work failed")))
          .hasSize(4)
          .first()
          .asString()
          .contains("Java heap space");
    }
    assertThat(scheduler.failures).isEmpty();
  }

  @Test
  void workThatIsNotNeededStopsUntilItIsStartedAgain() {
    PeriodicTask task = task(() -> runs++);
    task.start();
    isNeeded = false;
    scheduler.advance(PERIOD.multipliedBy(3));
    assertThat(runs).isEqualTo(1);
    assertThat(scheduler.timers()).isZero();
    isNeeded = true;
    task.start();
    scheduler.advance(PERIOD.multipliedBy(3));
    assertThat(runs).isEqualTo(4);
  }

  @Test
  void closedItIsDoneNoMore() {
    PeriodicTask task = task(() -> runs++);
    task.start();
    task.close();
    task.start();
    scheduler.advance(PERIOD.multipliedBy(3));
    assertThat(runs).isZero();
    assertThat(scheduler.timers()).isZero();
  }

  @Test
  void onePartThatFailsDoesNotKeepTheOthersFromBeingDone() {
    try (CapturedLog log = new CapturedLog()) {
      for (int i = 0; i < 3; i++) {
        int part = i;
        PeriodicTask.attempt(
            "part " + i,
            () -> {
              if (part == 1) {
                throw new StackOverflowError();
              }
              runs++;
            });
      }
      assertThat(log.errors()).anyMatch(line -> line.contains("part 1 failed"));
    }
    assertThat(runs).isEqualTo(2);
  }
}

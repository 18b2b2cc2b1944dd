package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TestSystemScheduler {
  @Test
  void tasksBeyondTheThreadsWaitForOne() throws InterruptedException {
    int tasks = 3 * SystemScheduler.MOST_THREADS;
    CountDownLatch started = new CountDownLatch(SystemScheduler.MOST_THREADS);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(tasks);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (SystemScheduler scheduler = new SystemScheduler("weir-test-scheduler")) {
      for (int i = 0; i < tasks; i++) {
        scheduler.execute(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              started.countDown();
              awaitUninterrupted(go);
              running.decrementAndGet();
              done.countDown();
            });
      }
      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(running.get()).isEqualTo(SystemScheduler.MOST_THREADS);
      go.countDown();
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(most.get()).isEqualTo(SystemScheduler.MOST_THREADS);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Thread noThread() {
    throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
  }

  private static Thread started(Runnable task) {
    Thread thread = new Thread(task, "weir-test-scheduler");
    thread.setDaemon(true);
    return thread;
  }

  @Test
  void tasksForWhichTheSystemHasNoThreadWaitUntilItHas() throws InterruptedException {
    int tasks = 3 * SystemScheduler.MOST_THREADS;
    CountDownLatch done = new CountDownLatch(tasks);
    AtomicBoolean isShort = new AtomicBoolean(true);
    try (CapturedLog log = new CapturedLog();
        SystemScheduler scheduler =
            new SystemScheduler(
                "weir-test-scheduler",
                task -> isShort.get() ? noThread() : started(task),
                SystemScheduler.MOST_WAITING)) {
      for (int i = 0; i < tasks; i++) {
        scheduler.execute(done::countDown);
      }
      assertThat(done.getCount()).isEqualTo(tasks);
      isShort.set(false);
      assertThat(done.await(30, TimeUnit.SECONDS)).as("all are done").isTrue();
      assertThat(log.lines())
          .filteredOn(line -> line.contains("unable to create native thread"))
          .as("said once")
          .hasSize(1);
    }
  }

  @Test
  void tasksThatFailLeaveTheThreadToOthersAndAreLogged() throws InterruptedException {
    int tasks = 2 * SystemScheduler.MOST_THREADS;
    CountDownLatch done = new CountDownLatch(1);
    try (CapturedLog log = new CapturedLog();
        SystemScheduler scheduler = new SystemScheduler("weir-test-scheduler")) {
      for (int i = 0; i < tasks; i++) {
        scheduler.execute(
            () -> {
              throw new StackOverflowError("of the test");
            });
      }
      scheduler.execute(done::countDown);
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(log.errors()).anyMatch(line -> line.contains("of the test"));
    }
  }

  @Test
  void tasksBeyondThoseThatMayWaitAreRefused() {
    SystemScheduler scheduler = new SystemScheduler("weir-test-scheduler", task -> noThread(), 3);
    try (CapturedLog log = new CapturedLog();
        scheduler) {
      for (int i = 0; i < 3; i++) {
        scheduler.execute(() -> {});
      }
      assertThatThrownBy(() -> scheduler.execute(() -> {}))
          .isInstanceOfSatisfying(
              WeirException.class,
              refused -> assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED));
      assertThat(log.lines()).isNotEmpty();
    }
    assertThatThrownBy(() -> scheduler.execute(() -> {})).isInstanceOf(WeirException.class);
  }

  @Test
  void timersTakeAnyDelayAndSayWhenTheyFail() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(2);
    try (CapturedLog log = new CapturedLog();
        SystemScheduler scheduler = new SystemScheduler("weir-test-scheduler")) {
      scheduler.after(Duration.ofMillis(Long.MAX_VALUE), done::countDown).cancel();
      scheduler.after(
          Duration.ofMillis(Long.MIN_VALUE),
          () -> {
            done.countDown();
            throw new StackOverflowError("of the timer");
          });
      scheduler.after(Duration.ofMillis(1), done::countDown);
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(log.errors()).anyMatch(line -> line.contains("of the timer"));
    }
  }
}

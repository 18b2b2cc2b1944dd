package dev.weir.cli.server;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a server end its work when the process is told to end, by SIGTERM or Ctrl-C. The process
 * then ends with exit code 0: for a server this is the usual way to end. If the work does not end
 * in time the exit code is 1.
 */
final class DrainOnShutdown {
  private static final int FAILURE = 1;

  /** What is left after the drain: telling others, closing files. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final Drain drain;
  private final Duration limit;
  private final PrintWriter err;
  private final CountDownLatch asked = new CountDownLatch(1);

  /** Ends a server. */
  @FunctionalInterface
  interface Drain {
    /** Takes no more steps, lets those that run end, and closes; within the limit. */
    void drain(Duration limit) throws Exception;
  }

  private DrainOnShutdown(Drain drain, Duration limit, PrintWriter err) {
    this.drain = drain;
    this.limit = limit;
    this.err = err;
  }

  /** From now on, what ends the process drains first. */
  static DrainOnShutdown install(Drain drain, Duration limit, PrintWriter err) {
    DrainOnShutdown shutdown = new DrainOnShutdown(drain, limit, err);
    Runtime.getRuntime().addShutdownHook(new Thread(shutdown::end, "weir-drain"));
    return shutdown;
  }

  /** Waits until the process is told to end, which may be for ever: that is what servers do. */
  void awaitAsked() throws InterruptedException {
    asked.await();
  }

  private void end() {
    asked.countDown();
    Runtime.getRuntime().halt(drained() ? 0 : FAILURE);
  }

  private boolean drained() {
    FutureTask<Void> work =
        new FutureTask<>(
            () -> {
              drain.drain(limit);
              return null;
            });
    Thread.ofPlatform().daemon().name("weir-draining").start(work);
    try {
      work.get(limit.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      say("drain timed out after " + limit.toSeconds() + " s; running steps were aborted");
    } catch (ExecutionException e) {
      say("shutdown failed: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void say(String line) {
    err.println("weir: " + line);
    err.flush();
  }
}

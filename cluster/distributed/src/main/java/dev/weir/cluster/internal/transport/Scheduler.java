package dev.weir.cluster.internal.transport;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Time, threads and chance, as masters and workers see them. They use no other, so that a test can
 * play all three from one seed.
 */
public interface Scheduler extends Executor {
  /** Something that will be run unless it is cancelled before. */
  interface Timer {
    void cancel();
  }

  /** Runs a task on some thread, soon. */
  @Override
  void execute(Runnable task);

  /** Runs a short task after a while. */
  Timer after(Duration delay, Runnable task);

  /** Nanoseconds since some moment. */
  long nanoTime();

  /** A random number for handles and ids. */
  long random();
}

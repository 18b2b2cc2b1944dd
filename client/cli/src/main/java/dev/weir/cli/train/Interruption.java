package dev.weir.cli.train;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notices when this process is asked to end, as by Ctrl-C, and delays the end until {@link #close}:
 * so there is time to finish a step and to save. Exit codes stay those of Java, 130 after Ctrl-C.
 */
final class Interruption implements AutoCloseable {
  /** The exit code of programs that Ctrl-C has ended. */
  static final int EXIT_CODE = 130;

  /** A save that takes longer than this is cut off; the checkpoint before it is intact. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final CountDownLatch settled = new CountDownLatch(1);
  private final Thread hook = new Thread(this::hold, "weir-interruption");
  private volatile boolean asked;

  private Interruption() {}

  /** Watches from now on. */
  static Interruption watch() {
    Interruption interruption = new Interruption();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** Whether the process is to end. */
  boolean isAsked() {
    return asked;
  }

  private void hold() {
    asked = true;
    try {
      boolean isSettled = settled.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (!isSettled) {
        System.err.println("weir: gave up waiting for the step to end and be saved");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    settled.countDown();
    if (!asked) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        asked = true; // the process is ending at this very moment, and the hook has nothing to hold
      }
    }
  }
}

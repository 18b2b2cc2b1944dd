package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.DataInputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The oracle processes of this JVM. Each is asked about one graph at a time, so a crash is known to
 * be that graph's; a process that has died is replaced when the next one is wanted. They end with
 * this JVM.
 */
final class OracleProcesses {
  private static final int MOST = 8;
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private static final Semaphore LEASES = new Semaphore(MOST);
  private static final Deque<OracleProcess> IDLE = new ArrayDeque<>();
  private static final AtomicInteger STARTED = new AtomicInteger();

  private OracleProcesses() {}

  /** A process that is asked by the caller alone, until it is given back. */
  static OracleProcess lease() {
    try {
      if (!LEASES.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new WeirException(
            ErrorCode.RESOURCE_EXHAUSTED,
            MOST + " graphs are open in oracle processes: close some of them");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for an oracle process", e);
    }
    try {
      OracleProcess idle = idle();
      if (idle == null) {
        idle = OracleProcess.start();
        STARTED.incrementAndGet();
      }
      return idle;
    } catch (RuntimeException | Error e) {
      LEASES.release();
      throw e;
    }
  }

  private static @Nullable OracleProcess idle() {
    synchronized (IDLE) {
      OracleProcess process = IDLE.pollLast();
      while (process != null && !process.isAlive()) {
        process.close();
        process = IDLE.pollLast();
      }
      return process;
    }
  }

  /** Gives a process back; one that is dead is forgotten. */
  static void release(OracleProcess process) {
    if (process.isAlive()) {
      synchronized (IDLE) {
        IDLE.addLast(process);
      }
    } else {
      process.close();
    }
    LEASES.release();
  }

  /**
   * What processes hold.
   *
   * @param nativeObjects how many of TensorFlow's objects
   * @param bytes of physical memory
   */
  record Memory(long nativeObjects, long bytes) {}

  /** What the processes that are asked nothing at present hold, after a garbage collection. */
  static Memory memory() {
    List<OracleProcess> processes;
    synchronized (IDLE) {
      processes = List.copyOf(IDLE);
    }
    long objects = 0;
    long bytes = 0;
    for (OracleProcess process : processes) {
      DataInputStream answer = process.ask(OracleCommand.MEMORY, LONGEST_WAIT, out -> {});
      objects += OracleFrames.read(answer, DataInputStream::readLong);
      bytes += OracleFrames.read(answer, DataInputStream::readLong);
    }
    return new Memory(objects, bytes);
  }

  /** How many processes were started so far. */
  static int started() {
    return STARTED.get();
  }
}

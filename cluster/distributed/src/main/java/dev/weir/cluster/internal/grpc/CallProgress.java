package dev.weir.cluster.internal.grpc;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come that is served here: whether its request is still arriving, it runs, or
 * its answer is on its way. A peer that keeps it from coming on is found by {@link OpenCalls}.
 */
final class CallProgress {
  /** In the time that a request or an answer has to make progress, this much is some. */
  private static final long SOME_BYTES = 16 << 10;

  /** The minimum rate at which a peer must read a response, in bytes per second. */
  private static final long SLOWEST = 64 << 10;

  private static final double NANOS = 1e9;

  private enum Phase {
    /** Nothing was asked of the peer yet. */
    OPENING,
    RECEIVING,
    RUNNING,
    ANSWERING,
    CLOSED
  }

  private final ReceivedBytes received;
  private Phase phase = Phase.OPENING;
  private @Nullable Runnable whenStalled;
  private long sinceNanos;
  private long seenBytes;
  private LongSupplier sent = () -> 0;
  private long answerBytes;
  private long movedNanos;

  CallProgress(ReceivedBytes received) {
    this.received = received;
  }

  ReceivedBytes received() {
    return received;
  }

  /**
   * The request may come now.
   *
   * @param told called at most once, when the call has made no progress for too long
   */
  synchronized void receiving(Runnable told) {
    if (phase == Phase.OPENING) {
      phase = Phase.RECEIVING;
      whenStalled = told;
      sinceNanos = System.nanoTime();
    }
  }

  /** The request is here. */
  synchronized void running() {
    if (phase == Phase.RECEIVING) {
      phase = Phase.RUNNING;
    }
  }

  /**
   * An answer of this size is handed to the network.
   *
   * @param sentBytes how many bytes its connection has sent so far
   */
  synchronized void answering(long bytes, LongSupplier sentBytes) {
    if (phase != Phase.CLOSED) {
      phase = Phase.ANSWERING;
      answerBytes = bytes;
      sent = sentBytes;
      seenBytes = sentBytes.getAsLong();
      sinceNanos = System.nanoTime();
      movedNanos = sinceNanos;
    }
  }

  /** The last byte was sent, or the connection is gone. */
  synchronized void closed() {
    phase = Phase.CLOSED;
    whenStalled = null;
  }

  synchronized boolean isClosed() {
    return phase == Phase.CLOSED;
  }

  /** Whether its request is still arriving. */
  synchronized boolean isReceiving() {
    return phase == Phase.RECEIVING;
  }

  /** Whether its answer is on its way. */
  synchronized boolean isAnswering() {
    return phase == Phase.ANSWERING;
  }

  /** Restarts the progress deadline: this process was suspended, so no peer is at fault. */
  synchronized void excuse(long nowNanos) {
    sinceNanos = nowNanos;
    movedNanos = nowNanos;
  }

  /** Tells of a call that waits for its peer for too long. */
  void check(long nowNanos, long limitNanos) {
    Runnable told = null;
    synchronized (this) {
      if (isLate(nowNanos, limitNanos)) {
        told = whenStalled;
        whenStalled = null;
      }
    }
    if (told != null) {
      told.run();
    }
  }

  private boolean isLate(long nowNanos, long limitNanos) {
    long waited = nowNanos - sinceNanos;
    return switch (phase) {
      case OPENING, RUNNING, CLOSED -> false;
      case RECEIVING -> {
        long bytes = received.total();
        if (bytes - seenBytes >= SOME_BYTES) {
          seenBytes = bytes;
          sinceNanos = nowNanos;
          yield false;
        }
        yield waited > limitNanos;
      }
      case ANSWERING -> {
        long bytes = sent.getAsLong();
        if (bytes - seenBytes >= SOME_BYTES) {
          seenBytes = bytes;
          movedNanos = nowNanos;
        }
        yield nowNanos - movedNanos > limitNanos
            || waited > limitNanos + NANOS * answerBytes / SLOWEST;
      }
    };
  }
}

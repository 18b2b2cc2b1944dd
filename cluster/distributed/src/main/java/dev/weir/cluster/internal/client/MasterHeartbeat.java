package dev.weir.cluster.internal.client;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Detects a master that hangs while a step waits for it. Broken connections are detected without
 * it.
 *
 * @param heartbeat asks the master's task for a sign of life
 */
record MasterHeartbeat(Supplier<CompletableFuture<?>> heartbeat, Duration timeout) {
  private static final int CHECKS_PER_TIMEOUT = 5;

  /** Never reports a loss. */
  static final MasterHeartbeat UNKNOWN =
      new MasterHeartbeat(() -> CompletableFuture.completedFuture(null), Duration.ofDays(1));

  /**
   * Sends heartbeats to the worker in the same process as the master. The system property {@code
   * weir.heartbeat.seconds} sets the timeout after which it counts as lost.
   */
  static MasterHeartbeat of(WorkerPort worker) {
    Duration timeout =
        Durations.limited(
            Duration.ofSeconds(
                Math.max(
                    1,
                    Long.getLong(
                        "weir.heartbeat.seconds",
                        ClusterTimeouts.STANDARD.heartbeatTimeout().toSeconds()))));
    return new MasterHeartbeat(() -> worker.status(timeout), timeout);
  }

  /** The period between two checks for a response. */
  Duration period() {
    return timeout.dividedBy(CHECKS_PER_TIMEOUT);
  }

  Beat start() {
    return new Beat();
  }

  /** The heartbeats of one wait. */
  final class Beat {
    private CompletableFuture<?> sent = heartbeat.get();

    /** Whether the last heartbeat failed; if it succeeded, sends the next one. */
    boolean isLost() {
      if (!sent.isDone()) {
        return false;
      }
      if (failure() != null) {
        return true;
      }
      sent = heartbeat.get();
      return false;
    }

    private @Nullable WeirException failure() {
      if (!sent.isCompletedExceptionally()) {
        return null;
      }
      WeirException error = RpcFailures.of(sent.exceptionNow());
      boolean isUnresponsive =
          error.code() == ErrorCode.UNAVAILABLE || error.code() == ErrorCode.DEADLINE_EXCEEDED;
      return isUnresponsive ? error : null;
    }

    WeirException lost(String target, String what) {
      return new WeirException(
          ErrorCode.UNAVAILABLE,
          "no response from "
              + target
              + " for "
              + Durations.text(timeout)
              + " while "
              + what
              + " waits for it (process hung or network partition)",
          failure());
    }
  }
}

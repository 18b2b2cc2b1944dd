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
 * Tells whether a master that was given a step still lives. A connection that breaks is noticed
 * without it; a process that hangs is not.
 *
 * @param question asks the master's task for a sign of life
 */
record MasterHeartbeat(Supplier<CompletableFuture<?>> question, Duration silence) {
  private static final int LOOKS_PER_SILENCE = 5;

  /** Whoever it is, it is taken to be alive. */
  static final MasterHeartbeat UNKNOWN =
      new MasterHeartbeat(() -> CompletableFuture.completedFuture(null), Duration.ofDays(1));

  /**
   * Asks the worker that lives where the master does. The system property {@code
   * weir.heartbeat.seconds} says after how much silence it is taken for lost.
   */
  static MasterHeartbeat of(WorkerPort worker) {
    Duration silence =
        Durations.limited(
            Duration.ofSeconds(
                Math.max(
                    1,
                    Long.getLong(
                        "weir.heartbeat.seconds", ClusterTimeouts.STANDARD.heartbeatTimeout().toSeconds()))));
    return new MasterHeartbeat(() -> worker.status(silence), silence);
  }

  /** Between two looks at whether there was an answer. */
  Duration period() {
    return silence.dividedBy(LOOKS_PER_SILENCE);
  }

  Beat start() {
    return new Beat();
  }

  /** The questions of one wait. */
  final class Beat {
    private CompletableFuture<?> asked = question.get();

    /** Whether no answer came; asks anew if one did. */
    boolean isLost() {
      if (!asked.isDone()) {
        return false;
      }
      if (failure() != null) {
        return true;
      }
      asked = question.get();
      return false;
    }

    private @Nullable WeirException failure() {
      if (!asked.isCompletedExceptionally()) {
        return null;
      }
      WeirException error = RpcFailures.of(asked.exceptionNow());
      boolean isSilent =
          error.code() == ErrorCode.UNAVAILABLE || error.code() == ErrorCode.DEADLINE_EXCEEDED;
      return isSilent ? error : null;
    }

    WeirException lost(String target, String what) {
      return new WeirException(
          ErrorCode.UNAVAILABLE,
          target
              + " has not said a word for "
              + silence.toMillis()
              + " ms, while "
              + what
              + " waits for it: it hangs, or the network is cut",
          failure());
    }
  }
}

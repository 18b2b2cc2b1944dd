package dev.weir.cluster.internal.client;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.time.Time;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a task that may still be starting. It is asked how it is, which changes nothing there:
 * a session that is asked for twice might be opened twice.
 *
 * @param worker the worker that lives where the master does
 */
record TaskAvailability(String target, WorkerPort worker) {
  private static final Logger LOG = LoggerFactory.getLogger(TaskAvailability.class);

  private static final Set<ErrorCode> REFUSALS =
      Set.of(ErrorCode.UNAVAILABLE, ErrorCode.UNAUTHENTICATED);

  /** For one answer; a network that swallows the question may be mended meanwhile. */
  private static final Duration QUESTION = Duration.ofSeconds(5);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** Returns when the task answers, or at once if there is no time to wait for it. */
  void await(Duration limit) {
    if (limit.isZero()) {
      return;
    }
    long end = Time.current().nanoTime() + Durations.limited(limit).toNanos();
    Duration pause = FIRST_PAUSE;
    boolean isTold = false;
    for (WeirException absence = absence(limit); absence != null; absence = absence(left(end))) {
      if (left(end).compareTo(pause) <= 0) {
        throw absent(absence, limit);
      }
      if (!isTold) {
        LOG.info("waiting up to {} for {}: {}", text(limit), target, absence.getMessage());
        isTold = true;
      }
      pause(pause);
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(1, end - Time.current().nanoTime()));
  }

  /** Why the task is unavailable; null if it is up. */
  private @Nullable WeirException absence(Duration left) {
    Duration limit = left.compareTo(QUESTION) < 0 ? left : QUESTION;
    CompletableFuture<?> answer = worker.status(limit);
    try {
      var unused = Time.current().await(answer, limit.plus(BlockingCalls.SLACK));
      return null;
    } catch (ExecutionException e) {
      WeirException failure = RpcFailures.of(e.getCause());
      if (isAbsence(failure)) {
        return failure;
      }
      if (REFUSALS.contains(failure.code())) {
        throw failure; // a session would be refused as well
      }
      return null;
    } catch (TimeoutException e) {
      answer.cancel(true);
      return new WeirException(ErrorCode.DEADLINE_EXCEEDED, target + ": no response", e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw interrupted(e);
    }
  }

  /** A server that accepts and closes a connection is up and rejects it: no retry. */
  private static boolean isAbsence(WeirException failure) {
    if (failure.code() == ErrorCode.DEADLINE_EXCEEDED) {
      return true;
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException
          || cause instanceof NoRouteToHostException
          || cause instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  private void pause(Duration time) {
    try {
      Time.current().sleep(time);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private WeirException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new WeirException(
        ErrorCode.CANCELLED, "the thread that waited for " + target + " was interrupted", cause);
  }

  private WeirException absent(WeirException last, Duration limit) {
    return new WeirException(
        ErrorCode.UNAVAILABLE,
        "no response from "
            + target
            + " within "
            + text(limit)
            + ": "
            + last.getMessage()
            + "; start it, or wait longer with ClusterOptions.connectTimeout",
        last);
  }

  private static String text(Duration limit) {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}

package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most recently finished steps and their failures: a late request gets the first cause, not
 * only that it is late. Thread-safe.
 */
final class EndedSteps {
  /** A failure without the stack of the thread that met it, which takes far more memory. */
  private record Failure(ErrorCode code, String message) {
    /** Others choose how long messages are, and many are kept: as much stays as would be sent. */
    static Failure of(WeirException cause) {
      return new Failure(cause.code(), RpcFailures.message(cause));
    }
  }

  /**
   * Of a step that came to its end. Made with this class, so that the class of failures is loaded
   * then: when a step fails, the process may have no file descriptors to load it with.
   */
  private static final Failure NONE = new Failure(ErrorCode.ABORTED, "");

  private final int kept;
  private final Map<Long, Failure> causes = new LinkedHashMap<>();

  EndedSteps(int kept) {
    this.kept = kept;
  }

  /** Notes that a step is over; the first cause stays. */
  synchronized void add(long id, @Nullable WeirException cause) {
    if (causes.putIfAbsent(id, cause == null ? NONE : Failure.of(cause)) == null
        && causes.size() > kept) {
      Iterator<Long> eldest = causes.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  synchronized boolean contains(long id) {
    return causes.containsKey(id);
  }

  /** Fails if a step is over. */
  synchronized void refuse(long id) {
    Failure cause = causes.get(id);
    if (cause != null) {
      boolean hasFailed = !cause.equals(NONE);
      throw new WeirException(
          cause.code(), hasFailed ? cause.message() : "step " + id + " is over on this task");
    }
  }
}

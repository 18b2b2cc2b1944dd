package dev.weir.cluster.worker;

import dev.weir.cluster.wire.Failures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last so many steps that are over, and what they failed with: who asks late is told the first
 * cause, not only that it is late. Thread-safe.
 */
final class EndedSteps {
  /** A failure without the stack of the thread that met it, which takes far more memory. */
  private record Failure(ErrorCode code, String message) {
    /** Others choose how long messages are, and many are kept: as much stays as would be sent. */
    static Failure of(WeirException cause) {
      return new Failure(cause.code(), Failures.message(cause));
    }
  }

  private final int kept;
  private final Map<Long, Optional<Failure>> causes = new LinkedHashMap<>();

  EndedSteps(int kept) {
    this.kept = kept;
  }

  /** Notes that a step is over; the first cause stays. */
  synchronized void add(long id, @Nullable WeirException cause) {
    if (causes.putIfAbsent(id, Optional.ofNullable(cause).map(Failure::of)) == null
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
    Optional<Failure> cause = causes.get(id);
    if (cause != null) {
      throw cause
          .map(failure -> new WeirException(failure.code(), failure.message()))
          .orElseGet(
              () -> new WeirException(ErrorCode.ABORTED, "step " + id + " is over on this task"));
    }
  }
}

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
  private final int kept;
  private final Map<Long, Optional<WeirException>> causes = new LinkedHashMap<>();

  EndedSteps(int kept) {
    this.kept = kept;
  }

  /** Notes that a step is over; the first cause stays. */
  synchronized void add(long id, @Nullable WeirException cause) {
    if (causes.putIfAbsent(id, Optional.ofNullable(cause).map(EndedSteps::brief)) == null
        && causes.size() > kept) {
      Iterator<Long> eldest = causes.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  /** Others choose how long messages are, and many are kept: as much stays as would be sent. */
  private static WeirException brief(WeirException cause) {
    String message = Failures.message(cause);
    boolean isBrief = cause.getCause() == null && message.equals(cause.getMessage());
    return isBrief ? cause : new WeirException(cause.code(), message);
  }

  synchronized boolean contains(long id) {
    return causes.containsKey(id);
  }

  /** Fails if a step is over. */
  synchronized void refuse(long id) {
    Optional<WeirException> cause = causes.get(id);
    if (cause != null) {
      throw cause.orElseGet(
          () -> new WeirException(ErrorCode.ABORTED, "step " + id + " is over on this task"));
    }
  }
}

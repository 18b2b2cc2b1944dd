package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The most recently finished steps and their failures: a late request gets the first cause, not
 * only that it is late. Thread-safe.
 */
final class EndedSteps {
  /**
   * Stands for a step that has succeeded. Made with this class, so that the codec is loaded then:
   * when a step fails, the process may have no file descriptors to load it with.
   */
  private static final byte[] NONE =
      ErrorCodec.write(new WeirException(ErrorCode.ABORTED, "the step has succeeded"));

  private final int kept;

  /** Encoded: a limited size, and no stack trace, which takes far more memory. */
  private final Map<Long, byte[]> causes = new LinkedHashMap<>();

  EndedSteps(int kept) {
    this.kept = kept;
  }

  /** Notes that a step is over; the first cause stays. */
  synchronized void add(long id, @Nullable WeirException cause) {
    if (causes.putIfAbsent(id, cause == null ? NONE : ErrorCodec.write(cause)) == null
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
    byte[] cause = causes.get(id);
    if (cause != null) {
      throw Arrays.equals(cause, NONE)
          ? new WeirException(ErrorCode.ABORTED, "step " + id + " is over on this task")
          : ErrorCodec.read(cause);
    }
  }
}

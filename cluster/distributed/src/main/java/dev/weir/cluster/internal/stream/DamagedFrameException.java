package dev.weir.cluster.internal.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Bytes arrived that are not those that were sent. Nothing that follows on the connection can be
 * trusted, so it is closed and counts as lost.
 */
final class DamagedFrameException extends IOException {
  private static final long serialVersionUID = 1L;

  DamagedFrameException(String message) {
    this(message, null);
  }

  DamagedFrameException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

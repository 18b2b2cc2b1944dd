package dev.weir.cluster.internal.wire;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Converts what a call failed with to and from a {@link WeirException}. */
public final class Failures {
  private Failures() {}

  /** What a future failed with: without wrappers, and as a {@link WeirException} in any case. */
  public static WeirException of(@Nullable Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case WeirException failure -> failure;
      case CancellationException cancelled ->
          new WeirException(ErrorCode.CANCELLED, "the call was given up", cancelled);
      case OutOfMemoryError full ->
          new WeirException(ErrorCode.RESOURCE_EXHAUSTED, full.toString(), full);
      case null, default -> new WeirException(ErrorCode.INTERNAL, String.valueOf(cause), cause);
    };
  }

  /** The failure that another process reports by the number of a code and a text. */
  public static WeirException of(long number, String message) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return new WeirException(code, message);
      }
    }
    return new WeirException(ErrorCode.UNKNOWN, message + " (code " + number + ")");
  }

  /** The text of a failure for peers that do not read its fields, cut if it is long. */
  public static String message(WeirException failure) {
    return ErrorCodec.cut(failure.getMessage(), ErrorCodec.MAX_RULE);
  }
}

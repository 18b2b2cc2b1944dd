package dev.weir.cluster.internal.wire;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Converts failures of calls to and from a {@link WeirException}. */
public final class RpcFailures {
  private RpcFailures() {}

  /** What a future failed with: without wrappers, and as a {@link WeirException} in any case. */
  public static WeirException of(@Nullable Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case WeirException failure -> failure;
      case CancellationException cancelled ->
          new WeirException(ErrorCode.CANCELLED, "the call was cancelled", cancelled);
      case OutOfMemoryError full ->
          new WeirException(ErrorCode.RESOURCE_EXHAUSTED, full.toString(), full);
      case null, default -> new WeirException(ErrorCode.INTERNAL, String.valueOf(cause), cause);
    };
  }

  /** The failure that another process reports by its numeric code and a text. */
  public static WeirException of(long number, String message) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return new WeirException(code, message);
      }
    }
    return new WeirException(ErrorCode.UNKNOWN, message + " (code " + number + ")");
  }

  /** The text of a failure for peers that do not read its fields, truncated if it is long. */
  public static String message(WeirException failure) {
    return ErrorCodec.cut(failure.getMessage(), ErrorCodec.MAX_RULE);
  }
}

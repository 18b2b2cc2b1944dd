package dev.weir.cluster.internal.wire;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Failures of calls, and how they go over the wire: a numeric code and a text. */
public final class RpcFailures {
  private static final int MAX_MESSAGE_BYTES = 3072;
  private static final String CUT = " ... [truncated]";

  private RpcFailures() {}

  /** What a future failed with, without the wrapping; one of ours whatever it was. */
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

  /** The failure that another process reports by its numeric code. */
  public static WeirException of(long number, String message) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return new WeirException(code, message);
      }
    }
    return new WeirException(ErrorCode.UNKNOWN, message + " (code " + number + ")");
  }

  /** A failure for the log: the first line, and the task it comes from. */
  public static String firstLine(WeirException failure) {
    StringBuilder line = new StringBuilder();
    for (String each : String.valueOf(failure.getMessage()).split("\n", -1)) {
      line.append(line.isEmpty() ? "" : " ").append(each);
      if (!each.startsWith("From ") || !each.endsWith(":")) {
        break;
      }
    }
    return line.toString();
  }

  /** The message of a failure, truncated if it is long. */
  public static String message(WeirException failure) {
    String message = String.valueOf(failure.getMessage());
    if (message.length() <= MAX_MESSAGE_BYTES / 3) {
      return message;
    }
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_MESSAGE_BYTES) {
      return message;
    }
    int end = MAX_MESSAGE_BYTES;
    while ((bytes[end] & 0xc0) == 0x80) {
      end--; // not in the middle of a character
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8) + CUT;
  }
}

package dev.weir.cluster.grpc;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Failures as the status of a call; the numbers of the codes are the same. */
final class Statuses {
  private static final int MAX_MESSAGE_BYTES = 3072;
  private static final String CUT = " ... [truncated]";

  private Statuses() {}

  static Status of(WeirException failure) {
    return Status.fromCodeValue(failure.code().number()).withDescription(message(failure));
  }

  /** What is told of a failure, cut if it is long. */
  static String message(WeirException failure) {
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

  /** The failure with this number. */
  static WeirException failure(long number, String message) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return new WeirException(code, message);
      }
    }
    return new WeirException(ErrorCode.UNKNOWN, message + " (code " + number + ")");
  }

  /** What made a future fail. */
  static WeirException failure(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case WeirException failure -> failure;
      case CancellationException cancelled ->
          new WeirException(ErrorCode.CANCELLED, "the call was cancelled", cancelled);
      default -> new WeirException(ErrorCode.INTERNAL, cause.toString(), cause);
    };
  }
}

package dev.weir.cluster.stream;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** Failures on their way to another process: a code's number, and words of bounded length. */
final class Failures {
  private static final int MAX_MESSAGE_BYTES = 3072;
  private static final String CUT = " ... [truncated]";

  private Failures() {}

  /** What made a future fail. */
  static WeirException of(Throwable thrown) {
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
      default -> new WeirException(ErrorCode.INTERNAL, cause.toString(), cause);
    };
  }

  static void write(WeirException failure, MessageOut out) {
    out.number(failure.code().number()).text(cut(String.valueOf(failure.getMessage())));
  }

  static WeirException read(MessageIn in) {
    int number = in.number();
    String message = in.text();
    for (ErrorCode code : ErrorCode.values()) {
      if (code.number() == number) {
        return new WeirException(code, message);
      }
    }
    return new WeirException(ErrorCode.UNKNOWN, message + " (code " + number + ")");
  }

  private static String cut(String message) {
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

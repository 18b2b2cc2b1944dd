package dev.weir.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one exception Weir throws. Its message names the op and node, the rule that was broken and
 * both values, and ends with the line of user code that built the node, where there is one:
 *
 * <pre>
 * [MatMul "layer1/product"] inner dimensions must agree: a is float32[32,784], b is float32[785,128]
 *   built at Mnist.java:41
 * </pre>
 */
public final class WeirException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** A failure with nothing behind it. */
  public WeirException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /** A failure with the exception that caused it, if any. */
  public WeirException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** What kind of failure this is. */
  public ErrorCode code() {
    return code;
  }

  /** The caller passed something that breaks a rule. */
  public static WeirException invalidArgument(String format, Object... values) {
    return new WeirException(ErrorCode.INVALID_ARGUMENT, text(format, values));
  }

  /** Something that was named does not exist. */
  public static WeirException notFound(String format, Object... values) {
    return new WeirException(ErrorCode.NOT_FOUND, text(format, values));
  }

  /** The system is not in a state in which this can be done. */
  public static WeirException failedPrecondition(String format, Object... values) {
    return new WeirException(ErrorCode.FAILED_PRECONDITION, text(format, values));
  }

  /** Known, but not supported here. */
  public static WeirException unimplemented(String format, Object... values) {
    return new WeirException(ErrorCode.UNIMPLEMENTED, text(format, values));
  }

  /** A value lies outside what is allowed. */
  public static WeirException outOfRange(String format, Object... values) {
    return new WeirException(ErrorCode.OUT_OF_RANGE, text(format, values));
  }

  /** A mistake of Weir's own. */
  public static WeirException internal(String format, Object... values) {
    return new WeirException(ErrorCode.INTERNAL, text(format, values));
  }

  /** Data is damaged or cut off. */
  public static WeirException dataLoss(String format, Object... values) {
    return new WeirException(ErrorCode.DATA_LOSS, text(format, values));
  }

  /** A file or connection failed; {@code doing} says at what: {@code "reading a.npy"}. */
  public static WeirException ofIo(String doing, IOException cause) {
    ErrorCode code =
        switch (cause) {
          case NoSuchFileException e -> ErrorCode.NOT_FOUND;
          case FileAlreadyExistsException e -> ErrorCode.ALREADY_EXISTS;
          case AccessDeniedException e -> ErrorCode.PERMISSION_DENIED;
          default ->
              isDiskFull(cause) || isOutOfDescriptors(cause)
                  ? ErrorCode.RESOURCE_EXHAUSTED
                  : ErrorCode.UNAVAILABLE;
        };
    String reason =
        switch (code) {
          case NOT_FOUND -> "there is no such file";
          case RESOURCE_EXHAUSTED ->
              isOutOfDescriptors(cause)
                  ? "the process has no file descriptors left (" + cause + ")"
                  : "the disk is full: make room (" + cause + ")";
          default -> cause.toString();
        };
    return new WeirException(code, doing + " failed: " + reason, cause);
  }

  /** Java has no type for this or for a full disk, only what the operating system says. */
  private static boolean isOutOfDescriptors(IOException cause) {
    return String.valueOf(cause.getMessage()).contains("oo many open files");
  }

  private static boolean isDiskFull(IOException cause) {
    String text = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return text.contains("no space left")
        || text.contains("not enough space")
        || text.contains("disk space")
        || text.contains("quota exceeded")
        || text.contains("file too large"); // the limit of a process (ulimit -f)
  }

  private static String text(String format, Object... values) {
    return values.length == 0 ? format : String.format(Locale.ROOT, format, values);
  }
}

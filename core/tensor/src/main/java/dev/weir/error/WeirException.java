package dev.weir.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one exception Weir throws. What it knows is in fields: a code, the rule that was broken with
 * both values, and the {@link Origin}. The message is rendered from them and never read back:
 *
 * <pre>
 * [MatMul "layer1/product"] inner dimensions must agree: a is float32[32,784], b is float32[785,128]
 *   built at Mnist.java:41
 * </pre>
 *
 * <p>Code that knows more than the code that failed adds it: {@link #withNode}, {@link #withTask},
 * {@link #within}. These return a copy with the cause, the stack trace and the suppressed
 * exceptions of the original. Immutable otherwise.
 */
public final class WeirException extends RuntimeException {
  private static final long serialVersionUID = 2L;

  private final ErrorCode code;
  private final String rule;
  private final Origin origin;

  /** A failure without a cause. */
  public WeirException(ErrorCode code, String rule) {
    this(code, rule, null);
  }

  /** A failure with the exception that caused it, if any. */
  public WeirException(ErrorCode code, String rule, @Nullable Throwable cause) {
    this(code, rule, Origin.UNKNOWN, cause);
  }

  /** A failure of which it is known where it comes from. */
  public WeirException(ErrorCode code, String rule, Origin origin, @Nullable Throwable cause) {
    super(rule, cause);
    this.code = code;
    this.rule = rule;
    this.origin = origin;
  }

  /** What kind of failure this is. */
  public ErrorCode code() {
    return code;
  }

  /** The rule that was broken, with both values; may have several lines. */
  public String rule() {
    return rule;
  }

  /** Where it comes from. */
  public Origin origin() {
    return origin;
  }

  /** The op of the node that failed; null if no node did. */
  public @Nullable String op() {
    return origin.op();
  }

  /** The name of the node that failed; null if no node did. */
  public @Nullable String node() {
    return origin.node();
  }

  /** The line of user code that built the node, {@code Mnist.java:41}; null if not known. */
  public @Nullable String builtAt() {
    return origin.builtAt();
  }

  /** The task that failed, {@code /job:ps/replica:0/task:0}; null for this process. */
  public @Nullable String task() {
    return origin.task();
  }

  /** All fields as text for people. */
  @Override
  public String getMessage() {
    return origin.head("\n") + rule + origin.tail();
  }

  /** One line for logs: task, node and the first line of the rule. */
  public String summary() {
    return origin.head(" ") + rule.lines().findFirst().orElse("");
  }

  /**
   * Names the node that failed. An error that names a node already stays as it is: it is the first
   * cause.
   */
  public WeirException withNode(String op, String node, @Nullable String builtAt) {
    return node() == null ? copy(code, rule, origin.withNode(op, node, builtAt)) : this;
  }

  /** Names the line that built the node, if there is a node and its line is not known. */
  public WeirException withBuiltAt(String line) {
    String op = op();
    String node = node();
    return op == null || node == null || builtAt() != null
        ? this
        : copy(code, rule, origin.withNode(op, node, line));
  }

  /** Names the task that failed, unless one is named already: it is the first cause. */
  public WeirException withTask(String task) {
    return task() == null ? copy(code, rule, origin.withTask(task)) : this;
  }

  /** Says what was being done: {@code model.pb} makes the message {@code model.pb: ...}. */
  public WeirException within(String context) {
    return copy(code, rule, origin.within(context));
  }

  /** Adds a line to the rule that says what to do about it. */
  public WeirException withAdvice(String advice) {
    return copy(code, rule + "\n  " + advice, origin);
  }

  /** The error under another code. */
  public WeirException withCode(ErrorCode other) {
    return copy(other, rule, origin);
  }

  /**
   * A new exception with the same fields for the thread that calls this: it has the stack trace of
   * this thread, and this exception as its cause.
   */
  public WeirException rethrown() {
    return new WeirException(code, rule, origin, this);
  }

  private WeirException copy(ErrorCode newCode, String newRule, Origin newOrigin) {
    WeirException copy = new WeirException(newCode, newRule, newOrigin, getCause());
    copy.setStackTrace(getStackTrace());
    for (Throwable suppressed : getSuppressed()) {
      copy.addSuppressed(suppressed);
    }
    return copy;
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
              IoErrors.isDiskFull(cause) || IoErrors.isOutOfDescriptors(cause)
                  ? ErrorCode.RESOURCE_EXHAUSTED
                  : ErrorCode.UNAVAILABLE;
        };
    String reason =
        switch (code) {
          case NOT_FOUND -> "there is no such file";
          case RESOURCE_EXHAUSTED ->
              IoErrors.isOutOfDescriptors(cause)
                  ? "the process has no file descriptors left (" + cause + ")"
                  : "the disk is full: make room (" + cause + ")";
          default -> cause.toString();
        };
    return new WeirException(code, doing + " failed: " + reason, cause);
  }

  private static String text(String format, Object... values) {
    return values.length == 0 ? format : String.format(Locale.ROOT, format, values);
  }
}

package dev.weir.cluster.worker;

import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Errors that come from other tasks say from which. */
public final class TaskErrors {
  private static final String PREFIX = "From /job:";

  private TaskErrors() {}

  /** What a future failed with, without the wrapping; one of ours whatever it was. */
  public static WeirException unwrapped(@Nullable Throwable error) {
    Throwable inner = error;
    while (inner instanceof CompletionException && inner.getCause() != null) {
      inner = inner.getCause();
    }
    if (inner instanceof WeirException known) {
      return known;
    }
    if (inner instanceof CancellationException) {
      return new WeirException(ErrorCode.CANCELLED, "the call was given up", inner);
    }
    ErrorCode code =
        inner instanceof OutOfMemoryError ? ErrorCode.RESOURCE_EXHAUSTED : ErrorCode.INTERNAL;
    return new WeirException(code, String.valueOf(inner), inner);
  }

  /** The same error, said to be from a task; if it is said already, it stays: the first cause. */
  public static WeirException from(TaskId task, WeirException error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith(PREFIX)
        ? error
        : new WeirException(error.code(), "From " + task.name() + ":\n" + message, error);
  }
}

package dev.weir.cluster.internal.task;

import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;

/** Errors that come from other tasks say from which. */
public final class TaskErrors {
  private static final String PREFIX = "From /job:";

  private TaskErrors() {}

  /** The same error, said to be from a task; if it is said already, it stays: the first cause. */
  public static WeirException from(TaskId task, WeirException error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith(PREFIX)
        ? error
        : new WeirException(error.code(), "From " + task.name() + ":\n" + message, error);
  }
}

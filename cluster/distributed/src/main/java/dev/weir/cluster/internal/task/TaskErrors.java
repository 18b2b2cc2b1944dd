package dev.weir.cluster.internal.task;

import dev.weir.cluster.TaskId;
import dev.weir.error.WeirException;

/** Adds to errors from which task they come. */
public final class TaskErrors {
  private static final String PREFIX = "From /job:";

  private TaskErrors() {}

  /** The error with the task it comes from, unless it names one already: the first cause. */
  public static WeirException from(TaskId task, WeirException error) {
    String message = String.valueOf(error.getMessage());
    return message.startsWith(PREFIX)
        ? error
        : new WeirException(error.code(), "From " + task.name() + ":\n" + message, error);
  }
}

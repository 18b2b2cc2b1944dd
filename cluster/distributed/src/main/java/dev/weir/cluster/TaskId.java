package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which task of a cluster: the job it belongs to and its index there. Tasks are ordered by job,
 * then by index.
 */
public record TaskId(String job, int index) implements Comparable<TaskId> {
  private static final Pattern JOB = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern NAME =
      Pattern.compile("/job:(?<job>[^/]*)(/replica:0)?/task:(?<index>[0-9]{1,9})");
  private static final Comparator<TaskId> ORDER =
      Comparator.comparing(TaskId::job).thenComparingInt(TaskId::index);

  /** Refuses names and indices that TensorFlow's device names cannot have. */
  public TaskId {
    checkJob(job);
    if (index < 0) {
      throw WeirException.invalidArgument(
          "task %d of job \"%s\" has a negative index; tasks are counted from 0", index, job);
    }
  }

  /** Reads {@code /job:worker/replica:0/task:0}; the replica may be left out. */
  public static TaskId parse(String name) {
    Matcher match = NAME.matcher(name);
    if (!match.matches()) {
      throw WeirException.invalidArgument(
          "\"%s\" is not a task name; they look like /job:worker/replica:0/task:0", name);
    }
    return new TaskId(match.group("job"), Integer.parseInt(match.group("index")));
  }

  /** The name in full, as the device names of this task begin. */
  public String name() {
    return "/job:" + job + "/replica:0/task:" + index;
  }

  @Override
  public int compareTo(TaskId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return name();
  }

  static void checkJob(String job) {
    if (!JOB.matcher(job).matches()) {
      throw WeirException.invalidArgument(
          "\"%s\" is not a job name; a job's name is a letter, then letters, digits and _,"
              + " as in \"worker\"",
          job);
    }
  }
}

package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks a cluster has and where they listen. It never changes, and two are equal when they
 * have the same tasks at the same addresses, in whatever order they were given.
 *
 * <p>As text: {@code ps=host:2222,host:2223;worker=host:2224}. The first address of a job is that
 * of its task 0, the next that of task 1. Where indices are missing, as they may be in TensorFlow's
 * clusters, an index precedes an address: {@code worker=0@host:2222,2@host:2223}.
 */
public final class ClusterSpec {
  private static final long LONGEST_FILE = 16L << 20;

  private final SortedMap<TaskId, String> addresses;

  private ClusterSpec(SortedMap<TaskId, String> addresses) {
    this.addresses = Collections.unmodifiableSortedMap(addresses);
  }

  /** Collects the tasks of a cluster one by one. */
  public static Builder builder() {
    return new Builder();
  }

  /** Reads a cluster from one line of text, or from several with comments after {@code #}. */
  public static ClusterSpec parse(String text) {
    return ClusterText.parse(text);
  }

  /**
   * Reads a cluster from a file: either the text that {@link #parse} reads, or TensorFlow's
   * dictionary as JSON: {@code {"ps": ["host:2222"], "worker": {"0": "host:2223"}}}.
   */
  public static ClusterSpec ofFile(Path file) {
    try {
      if (Files.size(file) > LONGEST_FILE) {
        throw WeirException.invalidArgument(
            "%d bytes are more than the %d that a cluster's description may have",
            Files.size(file), LONGEST_FILE);
      }
      String text = Files.readString(file);
      return text.stripLeading().startsWith("{") ? ClusterText.parseJson(text) : parse(text);
    } catch (IOException e) {
      throw WeirException.ofIo("reading the cluster's description from " + file, e);
    } catch (WeirException e) {
      throw e.within(file.toString());
    }
  }

  /** All tasks, by job and index. */
  public List<TaskId> tasks() {
    return List.copyOf(addresses.keySet());
  }

  /** Where all tasks listen, by job and index. */
  public SortedMap<TaskId, String> addresses() {
    return addresses;
  }

  /** The tasks of one job, by index; none if there is no such job. */
  public List<TaskId> tasks(String job) {
    return addresses.keySet().stream().filter(task -> task.job().equals(job)).toList();
  }

  /** The names of the jobs. */
  public SortedSet<String> jobs() {
    SortedSet<String> jobs = new TreeSet<>();
    addresses.keySet().forEach(task -> jobs.add(task.job()));
    return Collections.unmodifiableSortedSet(jobs);
  }

  /** Whether the cluster has this task. */
  public boolean contains(TaskId task) {
    return addresses.containsKey(task);
  }

  /** Where a task listens, as {@code host:port}. */
  public String address(TaskId task) {
    String address = addresses.get(task);
    if (address == null) {
      throw WeirException.notFound(
          "the cluster has no task %s; it has %s", task.name(), addresses.keySet());
    }
    return address;
  }

  /** The text that {@link #parse} reads back. */
  @Override
  public String toString() {
    return ClusterText.write(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ClusterSpec spec && addresses.equals(spec.addresses);
  }

  @Override
  public int hashCode() {
    return addresses.hashCode();
  }

  /** Collects tasks, and refuses what no cluster can have. */
  public static final class Builder {
    private final SortedMap<TaskId, String> addresses = new TreeMap<>();
    private final Map<String, TaskId> holders = new HashMap<>();

    private Builder() {}

    /** Adds a whole job, its tasks counted from 0. */
    public Builder job(String job, List<String> tasks) {
      TaskId.checkJob(job);
      if (tasks.isEmpty()) {
        throw WeirException.invalidArgument(
            "job \"%s\" has no tasks; leave it out or give addresses", job);
      }
      for (int index = 0; index < tasks.size(); index++) {
        task(new TaskId(job, index), tasks.get(index));
      }
      return this;
    }

    /** Adds one task. */
    public Builder task(TaskId task, String address) {
      String checked = checked(task, address);
      String before = addresses.putIfAbsent(task, checked);
      if (before != null) {
        throw WeirException.invalidArgument(
            "%s is listed twice, at %s and at %s", task.name(), before, checked);
      }
      TaskId holder = holders.putIfAbsent(checked, task);
      if (holder != null) {
        throw WeirException.invalidArgument(
            "%s and %s have the same address %s; every task needs its own",
            holder.name(), task.name(), checked);
      }
      return this;
    }

    private static String checked(TaskId task, String address) {
      try {
        return HostPort.parse(address).toString();
      } catch (WeirException e) {
        throw e.within(task.name());
      }
    }

    /** The cluster of all tasks so far. */
    public ClusterSpec build() {
      if (addresses.isEmpty()) {
        throw WeirException.invalidArgument(
            "the cluster has no tasks; expected something like ps=host:2222;worker=host:2223");
      }
      return new ClusterSpec(new TreeMap<>(addresses));
    }
  }
}

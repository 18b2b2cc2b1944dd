package dev.weir.runtime;

import java.util.List;

/**
 * What a program asks of the cluster its session runs on. Sessions in this process ignore it.
 *
 * @param deviceFilters partial names of devices: tasks that match none are neither used nor waited
 *     for, except the one that is connected to; empty for all
 * @param isolated whether the session has variables, queues and tables of its own, which go with it
 * @param truncates whether float32 values cross between tasks as their upper 16 bits, half as many
 *     bytes and less precise; loops keep theirs whole
 * @param compresses whether values are compressed on their way between tasks
 */
public record ClusterOptions(
    List<String> deviceFilters, boolean isolated, boolean truncates, boolean compresses) {
  /** All tasks, shared state, values as they are. */
  public static final ClusterOptions DEFAULT = new ClusterOptions(List.of(), false, false, false);

  public ClusterOptions {
    deviceFilters = List.copyOf(deviceFilters);
  }

  /** The same with some tasks only. */
  public ClusterOptions withDeviceFilters(List<String> filters) {
    return new ClusterOptions(filters, isolated, truncates, compresses);
  }

  /** The same with state of its own, or shared. */
  public ClusterOptions withIsolation(boolean on) {
    return new ClusterOptions(deviceFilters, on, truncates, compresses);
  }

  /** The same with float32 values truncated on their way, or not. */
  public ClusterOptions withTruncation(boolean on) {
    return new ClusterOptions(deviceFilters, isolated, on, compresses);
  }

  /** The same with values compressed on their way, or not. */
  public ClusterOptions withCompression(boolean on) {
    return new ClusterOptions(deviceFilters, isolated, truncates, on);
  }
}

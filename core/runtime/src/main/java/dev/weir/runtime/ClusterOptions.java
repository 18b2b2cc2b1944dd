package dev.weir.runtime;

import dev.weir.error.WeirException;
import java.time.Duration;
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
 * @param checksums whether what the program sends over streams has a checksum, unless TLS protects
 *     it; what tasks send is theirs to decide
 * @param credentials how the program shows that it belongs there
 * @param arrival how long the task that is connected to may take to be there; zero for not at all
 */
public record ClusterOptions(
    List<String> deviceFilters,
    boolean isolated,
    boolean truncates,
    boolean compresses,
    boolean checksums,
    Credentials credentials,
    Duration arrival) {
  private static final Duration USUAL_ARRIVAL = Duration.ofSeconds(30);

  /** All tasks, shared state, values as they are; half a minute for a task that is starting. */
  public static final ClusterOptions DEFAULT =
      new ClusterOptions(List.of(), false, false, false, true, Credentials.NONE, USUAL_ARRIVAL);

  public ClusterOptions {
    deviceFilters = List.copyOf(deviceFilters);
    if (arrival.isNegative()) {
      throw WeirException.invalidArgument("a task cannot be waited for %s", arrival);
    }
  }

  /** The same with some tasks only. */
  public ClusterOptions withDeviceFilters(List<String> filters) {
    return new ClusterOptions(
        filters, isolated, truncates, compresses, checksums, credentials, arrival);
  }

  /** The same with state of its own, or shared. */
  public ClusterOptions withIsolation(boolean on) {
    return new ClusterOptions(
        deviceFilters, on, truncates, compresses, checksums, credentials, arrival);
  }

  /** The same with float32 values truncated on their way, or not. */
  public ClusterOptions withTruncation(boolean on) {
    return new ClusterOptions(
        deviceFilters, isolated, on, compresses, checksums, credentials, arrival);
  }

  /** The same with values compressed on their way, or not. */
  public ClusterOptions withCompression(boolean on) {
    return new ClusterOptions(
        deviceFilters, isolated, truncates, on, checksums, credentials, arrival);
  }

  /** The same with checksums of what the program sends over streams, or without. */
  public ClusterOptions withChecksums(boolean on) {
    return new ClusterOptions(
        deviceFilters, isolated, truncates, compresses, on, credentials, arrival);
  }

  /** The same with a token or certificates; they win over those of the process. */
  public ClusterOptions withCredentials(Credentials others) {
    return new ClusterOptions(
        deviceFilters, isolated, truncates, compresses, checksums, others, arrival);
  }

  /** The same with another limit for the task that is connected to; zero not to wait for it. */
  public ClusterOptions withArrival(Duration limit) {
    return new ClusterOptions(
        deviceFilters, isolated, truncates, compresses, checksums, credentials, limit);
  }
}

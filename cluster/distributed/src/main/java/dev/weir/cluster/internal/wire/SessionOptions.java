package dev.weir.cluster.internal.wire;

import dev.weir.cluster.Durations;
import java.time.Duration;
import java.util.List;

/**
 * What a client asks of a session, of TensorFlow's ConfigProto what matters here.
 *
 * @param deviceFilters partial device names; tasks that match none are not used; empty for all
 * @param stepLimit how long a step may take if it does not say so itself; zero for no limit
 * @param isolated whether the session has variables of its own
 * @param truncates whether float32 values cross between tasks as their upper 16 bits
 * @param compression how messages between tasks are compressed, {@code gzip}, or empty
 */
public record SessionOptions(
    List<String> deviceFilters,
    boolean softPlacement,
    Duration stepLimit,
    boolean isolated,
    boolean truncates,
    String compression) {
  /** All devices, exact placement, no limit, shared state, values as they are. */
  public static final SessionOptions DEFAULT =
      new SessionOptions(List.of(), false, Duration.ZERO, false, false, "");

  /** How values of this session cross between tasks, where nodes do not say otherwise. */
  public WireFormat wireFormat() {
    return new WireFormat(truncates, !compression.isEmpty());
  }

  /** Keeps a copy of the filters and limits durations to what a clock can count. */
  public SessionOptions {
    deviceFilters = List.copyOf(deviceFilters);
    stepLimit = Durations.limited(stepLimit);
  }
}

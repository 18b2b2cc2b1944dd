package dev.weir.runtime;

import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;

/**
 * How a session on a cluster runs its graph. Devices, kernels and passes are the cluster's: its
 * servers are configured with them.
 *
 * @param deviceFilters partial names of devices: tasks that match none are neither used nor waited
 *     for, except the one that is connected to; empty for all
 * @param softPlacement whether a device that does not exist, or cannot run the op, may be replaced
 * @param isolated whether the session has variables, queues and tables of its own, which are
 *     dropped when it is closed
 * @param truncateTransfers whether float32 values cross between tasks as their upper 16 bits, half
 *     as many bytes and less precise; loops keep theirs whole
 * @param compressTransfers whether values are compressed on their way between tasks
 * @param checksums whether what the program sends over streams has a checksum, unless TLS protects
 *     it; tasks have their own setting
 * @param credentials how the program authenticates
 * @param connectTimeout how long to retry until the task that is connected to accepts connections;
 *     zero to try once
 */
public record ClusterOptions(
    List<String> deviceFilters,
    boolean softPlacement,
    boolean isolated,
    boolean truncateTransfers,
    boolean compressTransfers,
    boolean checksums,
    Credentials credentials,
    Duration connectTimeout) {
  /** All tasks, shared state, values unchanged, a connect timeout of 30 s. */
  public static final ClusterOptions DEFAULT = builder().build();

  public ClusterOptions {
    deviceFilters = List.copyOf(deviceFilters);
    if (connectTimeout.isNegative()) {
      throw WeirException.invalidArgument(
          "the connect timeout must not be negative: %s", connectTimeout);
    }
  }

  /** Starts from {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options. Not thread-safe. */
  public static final class Builder {
    private List<String> deviceFilters = List.of();
    private boolean softPlacement;
    private boolean isolated;
    private boolean truncateTransfers;
    private boolean compressTransfers;
    private boolean checksums = true;
    private Credentials credentials = Credentials.NONE;
    private Duration connectTimeout = Duration.ofSeconds(30);

    private Builder() {}

    /**
     * Uses only tasks that match one of these partial device names, and the one it connects to. The
     * session needs its tasks when it is opened; others may be down.
     */
    public Builder deviceFilters(List<String> filters) {
      deviceFilters = filters;
      return this;
    }

    /** Whether a device that does not exist, or cannot run the op, may be replaced. */
    public Builder softPlacement(boolean on) {
      softPlacement = on;
      return this;
    }

    /** Whether the session has variables, queues and tables of its own. */
    public Builder isolated(boolean on) {
      isolated = on;
      return this;
    }

    /** Whether float32 values cross between tasks as their upper 16 bits. */
    public Builder truncateTransfers(boolean on) {
      truncateTransfers = on;
      return this;
    }

    /** Whether values are compressed on their way between tasks. */
    public Builder compressTransfers(boolean on) {
      compressTransfers = on;
      return this;
    }

    /** Whether what the program sends over streams has a checksum. */
    public Builder checksums(boolean on) {
      checksums = on;
      return this;
    }

    /** A token or certificates; they win over those of the process. */
    public Builder credentials(Credentials own) {
      credentials = own;
      return this;
    }

    /** How long to retry until the task accepts connections; zero to try once. */
    public Builder connectTimeout(Duration limit) {
      connectTimeout = limit;
      return this;
    }

    /** The options. */
    public ClusterOptions build() {
      return new ClusterOptions(
          deviceFilters,
          softPlacement,
          isolated,
          truncateTransfers,
          compressTransfers,
          checksums,
          credentials,
          connectTimeout);
    }
  }
}

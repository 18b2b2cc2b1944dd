package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import org.jspecify.annotations.Nullable;

/**
 * Options of streams, the transport between Weir's own tasks and clients.
 *
 * @param enabled whether streams are used at all
 * @param port where a task listens; 0 for any free port
 * @param local whether processes on one machine connect through a socket file
 * @param encryptsLocal whether TLS also encrypts connections through a socket file; otherwise
 *     certificates only authenticate there
 * @param maxMessageBytes what the tensors of a message may take together
 * @param checksums whether frames are sent with a checksum; those that TLS protects have none
 * @param limits what peers may use
 * @param allocator provides the memory of received tensors
 */
public record StreamOptions(
    boolean enabled,
    int port,
    boolean local,
    boolean encryptsLocal,
    long maxMessageBytes,
    boolean checksums,
    StreamLimits limits,
    Allocator allocator) {
  private static final int MAX_PORT = 65_535;

  /** On, on any free port, for tensors up to the memory for tensors. */
  public static final StreamOptions DEFAULT = builder().build();

  /** Off: gRPC carries everything. */
  public static final StreamOptions OFF = builder().enabled(false).build();

  public StreamOptions {
    if (port < 0 || port > MAX_PORT || maxMessageBytes <= 0) {
      throw WeirException.invalidArgument(
          "streams need a port from 0 to %d and messages of at least 1 byte; got port %d and %d"
              + " bytes",
          MAX_PORT, port, maxMessageBytes);
    }
  }

  /** The defaults, with tensors in the memory of this allocator. */
  public static StreamOptions on(Allocator allocator) {
    return builder().allocator(allocator).build();
  }

  /** The defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** These options, to change some. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.enabled = enabled;
    builder.port = port;
    builder.local = local;
    builder.encryptsLocal = encryptsLocal;
    builder.maxMessageBytes = maxMessageBytes;
    builder.checksums = checksums;
    builder.limits = limits;
    builder.allocator = allocator;
    return builder;
  }

  /** Collects options. */
  public static final class Builder {
    private boolean enabled = true;
    private int port;
    private boolean local = true;
    private boolean encryptsLocal;
    private @Nullable Long maxMessageBytes;
    private boolean checksums = true;
    private StreamLimits limits = StreamLimits.DEFAULT;
    private Allocator allocator = Allocator.shared();

    private Builder() {}

    public Builder enabled(boolean isEnabled) {
      enabled = isEnabled;
      return this;
    }

    public Builder port(int number) {
      port = number;
      return this;
    }

    public Builder local(boolean isUsed) {
      local = isUsed;
      return this;
    }

    public Builder encryptsLocal(boolean isEncrypted) {
      encryptsLocal = isEncrypted;
      return this;
    }

    /** By default the budget of the allocator. */
    public Builder maxMessageBytes(long bytes) {
      maxMessageBytes = bytes;
      return this;
    }

    public Builder checksums(boolean areSent) {
      checksums = areSent;
      return this;
    }

    public Builder limits(StreamLimits most) {
      limits = most;
      return this;
    }

    public Builder allocator(Allocator memory) {
      allocator = memory;
      return this;
    }

    public StreamOptions build() {
      return new StreamOptions(
          enabled,
          port,
          local,
          encryptsLocal,
          maxMessageBytes == null ? budget() : maxMessageBytes,
          checksums,
          limits,
          allocator);
    }

    private long budget() {
      return Math.max(1, allocator.usage().budget());
    }
  }
}

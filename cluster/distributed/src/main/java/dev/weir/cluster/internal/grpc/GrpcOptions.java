package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import org.jspecify.annotations.Nullable;

/**
 * Options of gRPC servers and clients.
 *
 * @param maxMessageBytes larger messages are refused; for compressed messages the uncompressed size
 *     counts
 * @param windowBytes the flow-control window: how many bytes of a connection may be in flight
 * @param threads how many threads read and write the network
 * @param security how tasks authenticate each other
 * @param limits what peers may use
 * @param allocator provides the memory of received tensors; messages count against its budget until
 *     they have been read
 */
public record GrpcOptions(
    int maxMessageBytes,
    int windowBytes,
    int threads,
    Security security,
    GrpcLimits limits,
    Allocator allocator) {
  private static final int MIN_WINDOW = 1 << 16;

  /** Messages up to the memory for tensors, a window of 8 MiB, one thread, no security. */
  public static final GrpcOptions DEFAULT = builder().build();

  public GrpcOptions {
    if (maxMessageBytes <= 0 || windowBytes < MIN_WINDOW || threads <= 0) {
      throw WeirException.invalidArgument(
          "gRPC needs messages of at least 1 byte, a window of at least %d bytes and at least 1"
              + " thread; got %d bytes, %d bytes and %d threads",
          MIN_WINDOW, maxMessageBytes, windowBytes, threads);
    }
  }

  /** The defaults, with tensors in the memory of this allocator. */
  public static GrpcOptions of(Allocator allocator) {
    return builder().allocator(allocator).build();
  }

  /** The defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** These options, to change some. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.maxMessageBytes = (long) maxMessageBytes;
    builder.windowBytes = windowBytes;
    builder.threads = threads;
    builder.security = security;
    builder.limits = limits;
    builder.allocator = allocator;
    return builder;
  }

  /** Collects options. */
  public static final class Builder {
    private @Nullable Long maxMessageBytes;
    private int windowBytes = 8 << 20;
    private int threads = 1;
    private Security security = Security.NONE;
    private GrpcLimits limits = GrpcLimits.DEFAULT;
    private Allocator allocator = Allocator.shared();

    private Builder() {}

    /** By default the budget of the allocator; at most 2 GiB. */
    public Builder maxMessageBytes(long bytes) {
      maxMessageBytes = bytes;
      return this;
    }

    public Builder windowBytes(int bytes) {
      windowBytes = bytes;
      return this;
    }

    public Builder threads(int count) {
      threads = count;
      return this;
    }

    public Builder security(Security how) {
      security = how;
      return this;
    }

    public Builder limits(GrpcLimits most) {
      limits = most;
      return this;
    }

    public Builder allocator(Allocator memory) {
      allocator = memory;
      return this;
    }

    public GrpcOptions build() {
      long most = maxMessageBytes == null ? budget() : maxMessageBytes;
      return new GrpcOptions(
          (int) Math.min(most, Integer.MAX_VALUE),
          windowBytes,
          threads,
          security,
          limits,
          allocator);
    }

    private long budget() {
      return Math.max(1, allocator.usage().budget());
    }
  }
}

package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;

/**
 * How tasks are reached.
 *
 * @param maxMessageBytes larger messages that come are refused, compressed ones if they are larger
 *     when they are not
 * @param windowBytes how much of what is sent on a connection may be under way before the other end
 *     has read it
 * @param threads how many threads read and write the network
 * @param security how tasks know each other
 * @param limits what peers may take
 * @param allocator where the memory of received tensors comes from, and on whose account messages
 *     are until they have been read
 */
public record GrpcOptions(
    int maxMessageBytes,
    int windowBytes,
    int threads,
    Security security,
    GrpcLimits limits,
    Allocator allocator) {
  private static final int MIN_WINDOW = 1 << 16;

  /** Messages as large as they can be, a window for fast networks, a thread, no security. */
  public static final GrpcOptions DEFAULT = of(Allocator.shared());

  public GrpcOptions {
    if (maxMessageBytes <= 0 || windowBytes < MIN_WINDOW || threads <= 0) {
      throw WeirException.invalidArgument(
          "messages of at most %d bytes, a window of %d bytes and %d threads cannot work: at least"
              + " 1, %d and 1",
          maxMessageBytes, windowBytes, threads, MIN_WINDOW);
    }
  }

  /** The defaults, with tensors in the memory of this allocator. */
  public static GrpcOptions of(Allocator allocator) {
    int most = Math.clamp(allocator.usage().budget(), 1, Integer.MAX_VALUE);
    return new GrpcOptions(most, 8 << 20, 1, Security.NONE, GrpcLimits.DEFAULT, allocator);
  }

  /** With another limit for messages. */
  public GrpcOptions withMaxMessageBytes(int bytes) {
    return new GrpcOptions(bytes, windowBytes, threads, security, limits, allocator);
  }

  /** With another window. */
  public GrpcOptions withWindowBytes(int bytes) {
    return new GrpcOptions(maxMessageBytes, bytes, threads, security, limits, allocator);
  }

  /** With another number of threads. */
  public GrpcOptions withThreads(int count) {
    return new GrpcOptions(maxMessageBytes, windowBytes, count, security, limits, allocator);
  }

  /** With certificates or a token. */
  public GrpcOptions withSecurity(Security other) {
    return new GrpcOptions(maxMessageBytes, windowBytes, threads, other, limits, allocator);
  }

  /** With other limits for peers. */
  public GrpcOptions withLimits(GrpcLimits other) {
    return new GrpcOptions(maxMessageBytes, windowBytes, threads, security, other, allocator);
  }
}

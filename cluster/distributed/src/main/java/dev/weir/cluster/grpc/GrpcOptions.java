package dev.weir.cluster.grpc;

import dev.weir.error.WeirException;

/**
 * How tasks are reached.
 *
 * @param maxMessageBytes larger messages that come are refused
 * @param windowBytes how much of what is sent on a connection may be under way before the other end
 *     has read it
 * @param threads how many threads read and write the network
 * @param security how tasks know each other
 */
public record GrpcOptions(int maxMessageBytes, int windowBytes, int threads, Security security) {
  private static final int MIN_WINDOW = 1 << 16;

  /** What a message can hold at most, a window for fast networks, a thread, no security. */
  public static final GrpcOptions DEFAULT =
      new GrpcOptions(Integer.MAX_VALUE, 8 << 20, 1, Security.NONE);

  public GrpcOptions {
    if (maxMessageBytes <= 0 || windowBytes < MIN_WINDOW || threads <= 0) {
      throw WeirException.invalidArgument(
          "messages of at most %d bytes, a window of %d bytes and %d threads cannot work: at least"
              + " 1, %d and 1",
          maxMessageBytes, windowBytes, threads, MIN_WINDOW);
    }
  }

  /** The same with another limit for messages. */
  public GrpcOptions withMaxMessageBytes(int bytes) {
    return new GrpcOptions(bytes, windowBytes, threads, security);
  }

  /** The same with another window. */
  public GrpcOptions withWindowBytes(int bytes) {
    return new GrpcOptions(maxMessageBytes, bytes, threads, security);
  }

  /** The same with another number of threads. */
  public GrpcOptions withThreads(int count) {
    return new GrpcOptions(maxMessageBytes, windowBytes, count, security);
  }

  /** The same with certificates or a token. */
  public GrpcOptions withSecurity(Security other) {
    return new GrpcOptions(maxMessageBytes, windowBytes, threads, other);
  }
}

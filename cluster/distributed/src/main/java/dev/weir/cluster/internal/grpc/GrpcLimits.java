package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * Limits on what the peers of a task may use by gRPC.
 *
 * @param connections how many connections a task serves at a time; more are refused
 * @param calls how many calls a connection may have under way; others wait at the caller. Every
 *     value that a step waits for is one, so this must be more than the edges between two tasks.
 * @param headerBytes what the headers of a call may take
 * @param handshake how long a peer has from connecting to HTTP/2's preface and, with certificates,
 *     a secure connection
 * @param idle the idle timeout: connections without calls are closed; peers connect again when they
 *     need to
 * @param progress how long a request that has begun may make no progress; the call then ends with
 *     {@code DEADLINE_EXCEEDED}. An answer has this time and what its size takes at 64 KiB a second
 *     until its last byte is sent; the connection of a peer that does not take it is closed
 */
public record GrpcLimits(
    int connections,
    int calls,
    int headerBytes,
    Duration handshake,
    Duration idle,
    Duration progress) {
  /** For clusters of thousands of tasks. */
  public static final GrpcLimits DEFAULT =
      new GrpcLimits(
          10_000,
          1 << 14,
          16 << 10,
          Duration.ofSeconds(10),
          Duration.ofHours(1),
          Duration.ofSeconds(30));

  public GrpcLimits {
    if (connections < 1
        || calls < 1
        || headerBytes < 1
        || handshake.toMillis() < 1
        || idle.toMillis() < 1
        || progress.toMillis() < 1) {
      throw WeirException.invalidArgument(
          "limits for gRPC must be at least 1: %d connections, %d calls, headers of %d bytes, %s"
              + " for the handshake, %s idle, %s without progress",
          connections, calls, headerBytes, handshake, idle, progress);
    }
  }

  /** With another bound on connections. */
  public GrpcLimits withConnections(int most) {
    return new GrpcLimits(most, calls, headerBytes, handshake, idle, progress);
  }

  /** With another bound on calls. */
  public GrpcLimits withCalls(int most) {
    return new GrpcLimits(connections, most, headerBytes, handshake, idle, progress);
  }

  /** With another deadline for the handshake. */
  public GrpcLimits withHandshake(Duration limit) {
    return new GrpcLimits(connections, calls, headerBytes, limit, idle, progress);
  }

  /** With another time for connections without calls. */
  public GrpcLimits withIdle(Duration limit) {
    return new GrpcLimits(connections, calls, headerBytes, handshake, limit, progress);
  }

  /** With another time without progress. */
  public GrpcLimits withProgress(Duration limit) {
    return new GrpcLimits(connections, calls, headerBytes, handshake, idle, limit);
  }
}

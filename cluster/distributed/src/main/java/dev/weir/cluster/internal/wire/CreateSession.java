package dev.weir.cluster.internal.wire;

import dev.weir.cluster.Durations;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A client asks a master for a session.
 *
 * @param graphDef the graph it starts with, serialized
 * @param lease how long the session lasts unless the client renews it; zero if the client does not
 *     renew sessions, as TensorFlow's do not
 */
public record CreateSession(
    ByteBuffer graphDef, SessionOptions options, String target, Duration lease) {
  /** Limits the lease to what a clock can count. */
  public CreateSession {
    lease = Durations.limited(lease);
  }

  /** A session of a client that does not renew it. */
  public CreateSession(ByteBuffer graphDef, SessionOptions options, String target) {
    this(graphDef, options, target, Duration.ZERO);
  }

  /** What the client gets. */
  public record Created(String session, long graphVersion) {}
}

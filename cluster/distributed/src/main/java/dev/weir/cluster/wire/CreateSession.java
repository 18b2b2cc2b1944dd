package dev.weir.cluster.wire;

import java.nio.ByteBuffer;

/**
 * A client asks a master for a session.
 *
 * @param graphDef the graph it starts with, serialised
 */
public record CreateSession(ByteBuffer graphDef, SessionOptions options, String target) {
  /** What the client gets. */
  public record Created(String session, long graphVersion) {}
}

package dev.weir.cluster.internal.wire;

import java.nio.ByteBuffer;

/**
 * A client adds nodes to the graph of its session.
 *
 * @param graphDef what is added, serialized
 * @param graphVersion the version the client knows
 */
public record ExtendSession(String session, ByteBuffer graphDef, long graphVersion) {}

package dev.weir.cluster.internal.wire;

import java.nio.ByteBuffer;

/**
 * A master gives a worker its part of a step's graph, once for many steps.
 *
 * @param graphDef serialized, every node with its full device
 */
public record RegisterGraph(String session, ByteBuffer graphDef, SessionOptions options) {}

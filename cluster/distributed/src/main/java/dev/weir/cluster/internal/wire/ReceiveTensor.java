package dev.weir.cluster.internal.wire;

/** A worker asks another for a value of a step; the answer comes when there is one. */
public record ReceiveTensor(long step, String key, long requestId) {}

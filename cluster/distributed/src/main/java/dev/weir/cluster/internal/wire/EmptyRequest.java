package dev.weir.cluster.internal.wire;

/** A request without fields. */
public enum EmptyRequest {
  INSTANCE
}

package dev.weir.cluster.internal.wire;

/** A request without fields. */
public enum Empty {
  INSTANCE
}

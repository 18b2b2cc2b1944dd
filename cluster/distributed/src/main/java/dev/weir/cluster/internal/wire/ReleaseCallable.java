package dev.weir.cluster.internal.wire;

/** A client releases a callable that it made. */
public record ReleaseCallable(String session, long callable) {}

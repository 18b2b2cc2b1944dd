package dev.weir.cluster.internal.wire;

/** A master deregisters a graph of one of its sessions from a worker. */
public record DeregisterGraph(String session, String graph) {}

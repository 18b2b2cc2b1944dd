package dev.weir.cluster;

/** One of the tasks of a cluster. */
public record TaskId(String job, int index) {}

package dev.weir.cluster.worker;

import dev.weir.cluster.TaskId;

/** Which task this is, and the others. */
public record Neighbourhood(TaskId self, Peers peers) {}

package dev.weir.cluster.internal.task;

import dev.weir.cluster.TaskId;

/** Which task this is, and how to reach the others. */
public record TaskContext(TaskId self, TaskPeers peers) {}

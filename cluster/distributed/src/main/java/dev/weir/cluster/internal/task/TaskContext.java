package dev.weir.cluster.internal.task;

import dev.weir.cluster.TaskId;

/**
 * Which task this is, and how to reach the others.
 *
 * @param isRegistered whether tasks register where they are, so that one can be replaced by another
 *     process at another address; false if a fixed description says where they are
 */
public record TaskContext(TaskId self, TaskPeers peers, boolean isRegistered) {}

package dev.weir.cluster.wire;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * A master announces a session to a worker.
 *
 * @param cluster the cluster if the client described it; null for the one the worker knows
 * @param self which task the worker is to be
 * @param masterTask the name of the master's task
 * @param masterIncarnation tells this life of the master from earlier ones
 */
public record CreateWorkerSession(
    String session,
    @Nullable ClusterSpec cluster,
    TaskId self,
    boolean isolated,
    String masterTask,
    long masterIncarnation) {}

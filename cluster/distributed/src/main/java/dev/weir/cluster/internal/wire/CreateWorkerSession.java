package dev.weir.cluster.internal.wire;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.Durations;
import dev.weir.cluster.TaskId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A master announces a session to a worker.
 *
 * @param cluster the cluster if the client described it; null for the one the worker knows
 * @param self which task the worker is to be
 * @param masterTask the name of the master's task
 * @param masterIncarnation distinguishes this incarnation of the master from earlier ones
 * @param lease how long the session lasts unless the master renews it; zero if the master does not
 *     renew sessions, as TensorFlow's do not
 */
public record CreateWorkerSession(
    String session,
    @Nullable ClusterSpec cluster,
    TaskId self,
    boolean isolated,
    String masterTask,
    long masterIncarnation,
    Duration lease) {
  /** Limits the lease to what a clock can count. */
  public CreateWorkerSession {
    lease = Durations.limited(lease);
  }

  /** A session of a master that does not renew it. */
  public CreateWorkerSession(
      String session,
      @Nullable ClusterSpec cluster,
      TaskId self,
      boolean isolated,
      String masterTask,
      long masterIncarnation) {
    this(session, cluster, self, isolated, masterTask, masterIncarnation, Duration.ZERO);
  }
}

package dev.weir.conformance;

import dev.weir.error.WeirException;
import java.time.Duration;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.proto.GraphOptions;
import org.tensorflow.proto.OptimizerOptions;
import org.tensorflow.proto.RewriterConfig;

/**
 * How TensorFlow runs a graph.
 *
 * @param target where: empty for this process, {@code grpc://host:port} for a cluster's master
 * @param threads how many nodes run at a time. The threads <em>inside</em> a kernel come from one
 *     pool per process, whose size the first session of the process decides.
 * @param optimized whether TensorFlow may rewrite the graph; what it computes is then no longer
 *     node by node what the graph says, and its optimizer is known to crash on long chains
 * @param deadline how long a step may take before it is refused with {@code DEADLINE_EXCEEDED};
 *     zero for no limit
 */
public record SessionSettings(String target, int threads, boolean optimized, Duration deadline) {
  /** This process, two threads, no rewriting, a minute a step. */
  public static final SessionSettings PLAIN =
      new SessionSettings("", 2, false, Duration.ofMinutes(1));

  /** Checks that there is at least one thread and that the deadline lies ahead. */
  public SessionSettings {
    if (threads < 1 || deadline.isNegative()) {
      throw WeirException.invalidArgument(
          "a session needs a thread and a deadline that lies ahead, got %d threads and %s",
          threads, deadline);
    }
  }

  /** Returns settings for the master at this address. */
  public SessionSettings withTarget(String other) {
    return new SessionSettings(other, threads, optimized, deadline);
  }

  /** Returns settings with so many threads. */
  public SessionSettings withThreads(int other) {
    return new SessionSettings(target, other, optimized, deadline);
  }

  /** Returns settings with or without TensorFlow's graph optimizer. */
  public SessionSettings withOptimized(boolean other) {
    return new SessionSettings(target, threads, other, deadline);
  }

  /** Returns settings with another deadline for each step. */
  public SessionSettings withDeadline(Duration other) {
    return new SessionSettings(target, threads, optimized, other);
  }

  /**
   * A serialized {@code ConfigProto}.
   *
   * @param ownThreads whether the session gets threads of its own, which takes longer to open and
   *     is refused by remote masters, or those that the first session of the process has made
   */
  byte[] serialized(boolean ownThreads) {
    ConfigProto.Builder config =
        ConfigProto.newBuilder()
            .setIntraOpParallelismThreads(threads)
            .setInterOpParallelismThreads(threads)
            .setUsePerSessionThreads(ownThreads)
            .setOperationTimeoutInMs(deadline.toMillis());
    if (!optimized) {
      config.setGraphOptions(
          GraphOptions.newBuilder()
              .setOptimizerOptions(
                  OptimizerOptions.newBuilder().setOptLevel(OptimizerOptions.Level.L0))
              .setRewriteOptions(
                  RewriterConfig.newBuilder()
                      .setDisableMetaOptimizer(true)
                      .setConstantFolding(RewriterConfig.Toggle.OFF)));
    }
    return config.build().toByteArray();
  }
}

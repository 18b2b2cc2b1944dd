package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.util.concurrent.CompletionStage;

/**
 * A task's place in the cluster while it runs. It is renewed by itself until it is closed; closing
 * it tells the cluster that the task is gone.
 */
public interface Lease extends AutoCloseable {
  /** What is said of the task. */
  Member member();

  /**
   * Completes, with the reason, when the place was lost for good because another incarnation of the
   * task has it. The task should stop then. It never completes after the lease was closed.
   */
  CompletionStage<WeirException> lost();

  /** Gives up the place. Doing it twice does nothing. */
  @Override
  void close();
}

package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.transport.Futures;
import dev.weir.cluster.worker.TaskErrors;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clearing away on other tasks: done as well as it goes, since a task that is gone has nothing. */
final class CleanUps {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private CleanUps() {}

  /** Notes in the log if it did not work. */
  static void watch(CompletableFuture<?> call, TaskId task) {
    Futures.whenDone(
        call,
        (none, error) -> {
          if (error != null) {
            LOG.debug(
                "could not clear away on {}: {}", task, TaskErrors.unwrapped(error).getMessage());
          }
        });
  }
}

package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Saves checkpoints of a series while training goes on. Tensors are immutable, so saving them later
 * saves what they were when they were handed over.
 *
 * <p>One checkpoint is saved at a time; handing over the next waits for the one before, at most as
 * long as the deadline. A failure is told by the next call, whichever that is. Thread-safe.
 */
public final class BackgroundSaver implements AutoCloseable {
  private final CheckpointSeries series;
  private final Duration deadline;
  private @Nullable CompletableFuture<Path> running;

  /** Saves to a series; no save may take longer than the deadline. */
  public BackgroundSaver(CheckpointSeries series, Duration deadline) {
    this.series = series;
    this.deadline = deadline;
  }

  /** Saves the checkpoint of a step, soon. The tensors may be closed when this returns. */
  public void save(long step, OptionalDouble measure, Map<String, Tensor> tensors) {
    save(step, measure, NamedTensor.whole(tensors));
  }

  /** Saves tensors that may be slices of partitioned ones. */
  public void save(long step, OptionalDouble measure, List<NamedTensor> tensors) {
    save(step, measure, tensors, CheckpointSeries.NO_CLAIM);
  }

  /** Saves what belongs to a claim on the series. */
  public synchronized void save(
      long step, OptionalDouble measure, List<NamedTensor> tensors, long claim) {
    finish();
    List<NamedTensor> shared =
        tensors.stream()
            .map(each -> new NamedTensor(each.name(), each.part(), each.tensor().shared()))
            .toList();
    running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return series.save(step, measure, shared, claim);
              } finally {
                shared.forEach(each -> each.tensor().close());
              }
            },
            task -> Time.current().start("weir-checkpoint", task));
  }

  /** Waits for the save that is running, if any, and fails as it did. */
  public synchronized void finish() {
    CompletableFuture<Path> saving = running;
    running = null;
    if (saving == null) {
      return;
    }
    try {
      Path unused = Time.current().await(saving, deadline);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WeirException failure
          ? failure.rethrown()
          : new WeirException(ErrorCode.INTERNAL, "saving in the background failed", e.getCause());
    } catch (TimeoutException e) {
      running = saving;
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          "the checkpoint being saved in the background takes longer than "
              + deadline
              + "; the disk may be too slow for how often is saved",
          e);
    } catch (InterruptedException e) {
      running = saving;
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "interrupted while a checkpoint was being saved", e);
    }
  }

  /** Throws the failure of the last save if it was not reported yet; does not wait. */
  public synchronized void check() {
    if (running != null && running.isCompletedExceptionally()) {
      finish();
    }
  }

  /** Waits for the save that is running, and fails as it did. */
  @Override
  public void close() {
    finish();
  }
}

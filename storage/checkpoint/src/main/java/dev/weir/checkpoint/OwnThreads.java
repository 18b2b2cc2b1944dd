package dev.weir.checkpoint;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Loops on threads of their own, for saving beside other work: a thread that waits for a disk must
 * not be one that a training step counts on.
 */
final class OwnThreads implements ParallelFor {
  /** The calling thread and no other. */
  static final ParallelFor CALLER = new OwnThreads(1);

  private final int threads;

  /** Loops on so many threads, the caller's included. */
  OwnThreads(int threads) {
    this.threads = threads;
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public void forRange(long total, long grain, Range body) {
    long parts = Math.clamp(total / Math.max(1, grain), 1, threads);
    if (parts == 1) {
      body.run(0, total);
      return;
    }
    // closing it waits for all threads, so none writes to a file that was given up
    try (ExecutorService executor =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().name("weir-checkpoint-", 1).daemon().factory())) {
      List<Future<?>> others = new ArrayList<>();
      for (long part = 1; part < parts; part++) {
        long from = total * part / parts;
        long to = total * (part + 1) / parts;
        others.add(executor.submit(() -> body.run(from, to)));
      }
      body.run(0, total / parts);
      others.forEach(OwnThreads::await);
    }
  }

  private static void await(Future<?> other) {
    try {
      other.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default ->
            throw new WeirException(ErrorCode.INTERNAL, "a loop has failed", e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "interrupted while a checkpoint was being saved", e);
    }
  }
}

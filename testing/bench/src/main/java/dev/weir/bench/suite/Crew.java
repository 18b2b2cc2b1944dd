package dev.weir.bench.suite;

import dev.weir.bench.harness.Contender;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that do work together and are kept between turns. */
final class Crew implements AutoCloseable {
  private final int size;
  private final ExecutorService threads;

  Crew(int size) {
    this.size = size;
    this.threads = Executors.newFixedThreadPool(size, Thread.ofPlatform().daemon().factory());
  }

  /** Does something {@code times} times in all, each thread its share. */
  void share(long times, Contender.Work work) {
    share(times, Collections.nCopies(size, work));
  }

  /** Does things {@code times} times in all, each thread its share of its own. */
  void share(long times, List<Contender.Work> works) {
    List<Future<?>> parts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Contender.Work work = works.get(i);
      long share = times * (i + 1) / size - times * i / size;
      parts.add(threads.submit(() -> work.run(share)));
    }
    await(parts);
  }

  private static void await(List<Future<?>> parts) {
    try {
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a thread failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while others work", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

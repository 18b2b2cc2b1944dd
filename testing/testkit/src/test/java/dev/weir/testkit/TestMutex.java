package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One step at a time; a step that is over blocks no other. */
final class TestMutex {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output mutex = ops.withName("mutex").state.mutex();
  private final Output lock = ops.withName("lock").state.mutexLock(mutex);
  private final Node unlock = ops.withName("unlock").state.consumeMutexLock(lock);

  /** Holds the mutex until the step is stopped. */
  private Node holdForever() {
    return holdAfter(lock.node());
  }

  private Node holdAfter(Node begun) {
    List<DType> none = List.of(DType.FLOAT32);
    Ops after = ops.withControlDependencies(begun);
    Output empty = ops.io.fifoQueue(none, IoOps.QueueOptions.DEFAULT);
    return after.io.queueDequeue(empty, none).getFirst().node();
  }

  private static RunOptions brief() {
    return RunOptions.DEFAULT.withDeadline(Duration.ofMillis(100));
  }

  @Test
  void guardedReadAndWriteIsNotDisturbed() throws Exception {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(0));
    Output before = v.after(lock.node()).read();
    Node write = v.assign(ops.math.add(before, ops.constant(1)));
    Node section = ops.withControlDependencies(write).state.consumeMutexLock(lock);
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(v.initializer()).run();
      List<CompletableFuture<Void>> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int n = 0; n < 100; n++) {
                    session.runner().addTarget(section).run();
                  }
                }));
      }
      for (CompletableFuture<Void> thread : threads) {
        thread.get(60, TimeUnit.SECONDS);
      }
      Tensor total = session.run(v);
      assertThat(total.getInt(0)).isEqualTo(400);
    }
  }

  @Test
  void stepThatEndsGivesTheMutexBack() {
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(lock.node()).run();
      session.runner().addTarget(unlock).run();
      Runner stuck = session.runner().addTarget(holdForever()).options(brief());
      assertThatThrownBy(stuck::run).hasMessageContaining("deadline");
      session.runner().addTarget(unlock).run();
    }
  }

  @Test
  void cancellationEndsTheWait() throws Exception {
    GraphVariable held = ops.withName("held").state.variable(ops.constant(false));
    Node hold = holdAfter(held.after(lock.node()).assign(ops.constant(true)));
    Cancellation holding = new Cancellation();
    Cancellation waiting = new Cancellation();
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(held.initializer()).run();
      CompletableFuture<List<Tensor>> holder = start(session, hold, holding);
      while (!session.run(held).getBoolean(0)) {
        assertThat(holder).isNotDone();
      }
      CompletableFuture<List<Tensor>> waiter = start(session, unlock, waiting);
      CompletableFuture<List<Tensor>> next = start(session, unlock, new Cancellation());
      waiting.cancel();
      assertThatThrownBy(() -> waiter.get(30, TimeUnit.SECONDS))
          .cause()
          .satisfies(e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.CANCELLED));
      assertThat(next).isNotDone();
      holding.cancel();
      next.get(30, TimeUnit.SECONDS);
      assertThatThrownBy(() -> holder.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("cancelled by the program");
    }
  }

  /** Runs a step on a thread of its own: there may be fewer workers than steps that wait. */
  private static CompletableFuture<List<Tensor>> start(
      Session session, Node target, Cancellation cancellation) {
    RunOptions options = RunOptions.DEFAULT.withCancellation(cancellation);
    return CompletableFuture.supplyAsync(
        () -> session.runner().addTarget(target).options(options).run(),
        task -> Thread.ofVirtual().start(task));
  }

  @Test
  void waitingStepsHoldNoComputeThread() throws Exception {
    Node hold = holdForever();
    Cancellation cancellation = new Cancellation();
    try (Session session = Session.open(graph)) {
      List<CompletableFuture<List<Tensor>>> waiting = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        waiting.add(start(session, hold, cancellation));
      }
      Output sum = ops.math.add(ops.constant(1f), ops.constant(2f));
      assertThat(session.run(sum).getFloat(0)).isEqualTo(3f);
      cancellation.cancel();
      for (CompletableFuture<List<Tensor>> step : waiting) {
        assertThatThrownBy(() -> step.get(30, TimeUnit.SECONDS)).isNotNull();
      }
    }
  }
}

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
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Steps that wait for each other at a queue. */
final class TestQueues {
  private static final List<DType> LONGS = List.of(DType.INT64);
  private static final IoOps.QueueOptions SCALARS =
      IoOps.QueueOptions.DEFAULT.withShapes(Shape.scalar());

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output queue = ops.withName("q").io.fifoQueue(LONGS, SCALARS.withCapacity(2));
  private final Output x = ops.placeholder(DType.INT64);
  private final Node put = ops.io.queueEnqueue(queue, List.of(x));
  private final Node putMany = ops.io.queueEnqueueMany(queue, List.of(x));
  private final Output take = ops.io.queueDequeue(queue, LONGS).get(0);
  private final Output takeThree = ops.io.queueDequeueMany(queue, ops.constant(3), LONGS).get(0);
  private final Output size = ops.io.queueSize(queue);
  private final Node close = ops.io.queueClose(queue, false);
  private final Node closeNow = ops.io.queueClose(queue, true);

  /** On a thread of its own: there may be fewer workers than steps that wait. */
  private static CompletableFuture<List<Tensor>> start(Runner runner) {
    return CompletableFuture.supplyAsync(runner::run, task -> Thread.ofVirtual().start(task));
  }

  private static ErrorCode codeOf(Throwable thrown) {
    return ((WeirException) thrown).code();
  }

  private static void awaitSize(Session session, Output size, int wanted) {
    while (session.run(size).getInt(0) != wanted) {
      Thread.onSpinWait();
    }
  }

  @Test
  void producersAndConsumersMeet() throws Exception {
    try (Session session = Session.open(graph)) {
      List<CompletableFuture<Long>> consumers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        consumers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  long sum = 0;
                  for (int n = 0; n < 100; n++) {
                    sum += session.run(take).getLong(0);
                  }
                  return sum;
                },
                task -> Thread.ofVirtual().start(task)));
      }
      for (long value = 1; value <= 300; value += 3) {
        Tensor three = Tensors.vector(value, value + 1, value + 2);
        session.runner().feed(x, three).addTarget(putMany).run();
      }
      long total = 0;
      for (CompletableFuture<Long> consumer : consumers) {
        total += consumer.get(30, TimeUnit.SECONDS);
      }
      assertThat(total).isEqualTo(300 * 301 / 2);
    }
  }

  @Test
  void moreThanFitCanBeTakenTogether() throws Exception {
    try (Session session = Session.open(graph)) {
      var taken = start(session.runner().fetch(takeThree));
      session.runner().feed(x, Tensors.vector(1L, 2L, 3L, 4L)).addTarget(putMany).run();
      assertThat(taken.get(5, TimeUnit.SECONDS).get(0).longs()).containsExactly(1, 2, 3);
      assertThat(session.run(take).getLong(0)).isEqualTo(4);
    }
  }

  /** It sleeps most of the time, and is woken by what it may not take any more. */
  @Test
  void stoppedDequeueLeavesWhatComesLater() throws Exception {
    try (Session session = Session.open(graph)) {
      for (long i = 0; i < 10; i++) {
        Cancellation cancellation = new Cancellation();
        RunOptions options = RunOptions.DEFAULT.withCancellation(cancellation);
        var waiting = start(session.runner().fetch(take).options(options));
        assertThatThrownBy(
                () -> waiting.get(5, TimeUnit.MILLISECONDS)) // by now it most likely waits
            .isInstanceOf(TimeoutException.class);
        cancellation.cancel();
        session.runner().feed(x, Tensors.scalar(i)).addTarget(put).run();
        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
            .hasRootCauseInstanceOf(WeirException.class);
        assertThat(session.run(size).getInt(0)).isOne();
        assertThat(session.run(take).getLong(0)).isEqualTo(i);
      }
    }
  }

  /** Stopping them takes one signal each, and the queue works as before. */
  @Test
  void thousandsOfBlockedStepsEndTogether() throws Exception {
    Cancellation cancellation = new Cancellation();
    RunOptions options = RunOptions.DEFAULT.withCancellation(cancellation);
    try (Session session = Session.open(graph)) {
      List<CompletableFuture<List<Tensor>>> blocked = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        blocked.add(start(session.runner().fetch(take).options(options)));
      }
      assertThat(session.run(size).getInt(0)).isZero();
      cancellation.cancel();
      for (CompletableFuture<List<Tensor>> step : blocked) {
        assertThatThrownBy(() -> step.get(30, TimeUnit.SECONDS))
            .cause()
            .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.CANCELLED));
      }
      session.runner().feed(x, Tensors.scalar(5L)).addTarget(put).run();
      assertThat(session.run(take).getLong(0)).isEqualTo(5);
    }
  }

  @Test
  void cancelledDequeuePutsBackWhatItTook() throws Exception {
    Cancellation cancellation = new Cancellation();
    try (Session session = Session.open(graph)) {
      session.runner().feed(x, Tensors.vector(1L, 2L)).addTarget(putMany).run();
      var waiting =
          start(
              session
                  .runner()
                  .fetch(takeThree)
                  .options(RunOptions.DEFAULT.withCancellation(cancellation)));
      awaitSize(session, size, 0);
      cancellation.cancel();
      assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
          .cause()
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.CANCELLED));
      assertThat(session.run(take).getLong(0)).isEqualTo(1);
      assertThat(session.run(take).getLong(0)).isEqualTo(2);
    }
  }

  @Test
  void deadlineEndsTheWait() {
    RunOptions brief = RunOptions.DEFAULT.withDeadline(Duration.ofMillis(50));
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> session.runner().fetch(take).options(brief).run())
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      session.runner().feed(x, Tensors.vector(1L, 2L)).addTarget(putMany).run();
      Runner full = session.runner().feed(x, Tensors.scalar(3L)).addTarget(put).options(brief);
      assertThatThrownBy(full::run)
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      assertThat(session.run(size).getInt(0)).isEqualTo(2);
    }
  }

  @Test
  void closingLetsInThoseThatWait() throws Exception {
    try (Session session = Session.open(graph)) {
      var waiting = start(session.runner().feed(x, Tensors.vector(1L, 2L, 3L)).addTarget(putMany));
      awaitSize(session, size, 2);
      var closing = start(session.runner().addTarget(close));
      for (long expected = 1; expected <= 3; expected++) {
        assertThat(session.run(take).getLong(0)).isEqualTo(expected);
      }
      waiting.get(30, TimeUnit.SECONDS);
      closing.get(5, TimeUnit.SECONDS);
      assertThatThrownBy(() -> session.runner().fetch(take).run())
          .hasMessageContaining("FIFOQueue 'q' is closed and has insufficient elements")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.OUT_OF_RANGE));
    }
  }

  @Test
  void closingAtOnceTurnsThemAway() throws Exception {
    try (Session session = Session.open(graph)) {
      var waiting = start(session.runner().feed(x, Tensors.vector(1L, 2L, 3L)).addTarget(putMany));
      awaitSize(session, size, 2);
      session.runner().addTarget(closeNow).run();
      assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
          .cause()
          .hasMessageContaining("FIFOQueue 'q' is closed")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.CANCELLED));
      assertThat(session.run(size).getInt(0)).isEqualTo(2);
    }
  }

  @Test
  void resetEndsTheWait() throws Exception {
    try (Session session = Session.open(graph)) {
      session.runner().feed(x, Tensors.vector(1L, 2L)).addTarget(putMany).run();
      var waiting = start(session.runner().fetch(takeThree));
      awaitSize(session, size, 0);
      session.reset();
      assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasMessageContaining("is closed");
      assertThat(session.run(size).getInt(0)).isZero();
    }
  }
}

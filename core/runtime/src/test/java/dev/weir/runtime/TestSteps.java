package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.trace.NodeRunEvent;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestSteps {
  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  private static ErrorCode codeOf(Throwable thrown) {
    return ((WeirException) thrown).code();
  }

  @Test
  void partialRunComputesWhatItCan() {
    Output a = ops.withName("a").placeholder(DType.FLOAT32);
    Output b = ops.withName("b").placeholder(DType.FLOAT32);
    Output first = ops.withName("first").add(a, ops.constant(1f));
    ops.withName("second").add(first, b);
    try (Session session = Session.open(graph);
        PartialRun run =
            session.partialRun(
                List.of("a", "b"), List.of("first", "second"), List.of(), RunOptions.DEFAULT)) {
      run.feed("a", Tensors.scalar(1f));
      float seen = run.fetch("first").getFloat(0);
      assertThat(seen).isEqualTo(2f);
      run.feed("b", Tensors.scalar(10 * seen));
      assertThat(run.fetch("second").getFloat(0)).isEqualTo(22f);
      run.finish();
      assertThatThrownBy(() -> run.fetch("second")).hasMessageContaining("a second time");
      assertThatThrownBy(() -> run.feed("first", Tensors.scalar(1f)))
          .hasMessageContaining("was not set up with it");
    }
  }

  @Test
  void partialRunDoesNotWaitForever() {
    Output a = ops.withName("a").placeholder(DType.FLOAT32);
    ops.withName("sum").add(a, a);
    RunOptions brief = RunOptions.DEFAULT.withDeadline(Duration.ofMillis(50));
    try (Session session = Session.open(graph);
        PartialRun run = session.partialRun(List.of("a"), List.of("sum"), List.of(), brief)) {
      assertThatThrownBy(() -> run.fetch("sum"))
          .hasMessageContaining("sum:0 did not come within 50 ms")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
    }
  }

  @Test
  void deadlineStopsAStepThatWaits() {
    Node wait = graph.node("TestWait").input(ops.constant(1f)).build();
    try (Session session = Session.open(graph)) {
      Runner runner =
          session
              .runner()
              .fetch(wait)
              .options(RunOptions.DEFAULT.withDeadline(Duration.ofMillis(50)));
      assertThatThrownBy(runner::run)
          .hasMessageContaining("longer than its deadline of 50 ms")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.DEADLINE_EXCEEDED));
      assertThat(session.run(ops.constant(2f)).getFloat(0)).isEqualTo(2f);
    }
  }

  @Test
  void cancellationStopsAStep() throws Exception {
    Node wait = graph.node("TestWait").input(ops.constant(1f)).build();
    Cancellation cancellation = new Cancellation();
    try (Session session = Session.open(graph)) {
      CompletableFuture<List<Tensor>> running =
          CompletableFuture.supplyAsync(
              () ->
                  session
                      .runner()
                      .fetch(wait)
                      .options(RunOptions.DEFAULT.withCancellation(cancellation))
                      .run());
      cancellation.cancel();
      assertThatThrownBy(() -> running.get(5, TimeUnit.SECONDS))
          .cause()
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.CANCELLED));
    }
  }

  @Test
  void traceNamesEveryNodeThatRan() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32);
    Output y = ops.withName("y").tanh(ops.withName("sum").add(x, x));
    try (Session session = Session.open(graph)) {
      TracedRun run = session.runner().feed(x, Tensors.vector(1f, 2f)).fetch(y).runTraced();
      assertThat(run.fetched().get(0).getFloat(0)).isEqualTo((float) Math.tanh(2));
      assertThat(run.trace().nodes()).extracting("node").containsExactly("sum", "y");
      assertThat(run.trace().nodes()).extracting("outputBytes").containsExactly(8L, 8L);
      assertThat(run.trace().toChromeJson())
          .contains("\"name\":\"sum\"", "\"op\":\"TestAdd\"", "\"ph\":\"X\"");
    }
  }

  @Test
  void flightRecorderSeesNodes(@TempDir Path folder) throws Exception {
    Output x = ops.placeholder(DType.FLOAT32);
    Output y = ops.withName("y").tanh(x);
    Path file = folder.resolve("steps.jfr");
    try (Session session = Session.open(graph);
        Recording recording = new Recording()) {
      recording.enable(NodeRunEvent.class);
      recording.start();
      session.runner().feed(x, Tensors.scalar(1f)).fetch(y).run();
      recording.stop();
      recording.dump(file);
    }
    assertThat(Files.size(file)).isPositive();
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().equals("dev.weir.NodeRun"))
        .extracting(event -> event.getString("node"))
        .contains("y");
  }

  @Test
  void manyStepsAtOnceDoNotDisturbEachOther() throws Exception {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1));
    Output y = ops.add(ops.add(x, x), x);
    try (Session session = Session.open(graph)) {
      List<CompletableFuture<Boolean>> workers = new java.util.ArrayList<>();
      for (int worker = 1; worker <= 4; worker++) {
        float value = worker;
        workers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  float[] values = new float[1000];
                  java.util.Arrays.fill(values, value);
                  boolean right = true;
                  for (int i = 0; i < 500; i++) {
                    Tensor result = session.runner().feed(x, Tensors.vector(values)).run(y);
                    right &= result.getFloat(999) == 3 * value;
                  }
                  return right;
                }));
      }
      for (CompletableFuture<Boolean> worker : workers) {
        assertThat(worker.get(30, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  @Test
  void failedStepGivesBackWhatItHeld() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1));
    Output big = ops.add(x, x);
    Output wrong = ops.add(big, ops.withName("other").placeholder(DType.FLOAT32));
    try (Session session = Session.open(graph)) {
      Tensor value = Tensors.vector(new float[100_000]);
      Runnable failing =
          () ->
              session
                  .runner()
                  .feed(x, value)
                  .feed("other", Tensors.vector(new float[3]))
                  .fetch(wrong)
                  .run();
      assertThatThrownBy(failing::run).hasMessageContaining("Incompatible shapes");
      long before = Allocator.shared().usage().inUse();
      for (int i = 0; i < 50; i++) {
        assertThatThrownBy(failing::run).hasMessageContaining("Incompatible shapes");
      }
      assertThat(Allocator.shared().usage().inUse() - before).isLessThan(400_000L);
    }
  }

  @Test
  void deadFetchIsExplained() {
    var branches = ops.switchOn(ops.constant(1f), ops.constant(true));
    Output dead = ops.withName("dead").tanh(branches.whenFalse());
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> session.runner().fetch(dead).run())
          .hasMessageStartingWith("[TestTanh \"dead\"] output 0 is dead");
    }
  }

  @Test
  void missingFeedNamesThePlaceholderAndTheLine() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 3));
    Output y = ops.tanh(x);
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> session.runner().fetch(y).run())
          .hasMessageContaining("You must feed a value for placeholder tensor 'x'")
          .hasMessageContaining("TestSteps.java:");
    }
  }

  @Test
  void feedMustFitTheEdge() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 3));
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> session.runner().feed(x, Tensors.vector(1f, 2f)))
          .hasMessageContaining("cannot feed float32[2] to output 0, which is float32[?,3]");
      assertThatThrownBy(() -> session.runner().feed(x, Tensors.vector(1, 2)))
          .hasMessageContaining("cannot feed int32[2]");
    }
  }

  @Test
  void abortEndsTheStepOnly() {
    Node abort = graph.node("TestAbort").attr("message", "enough").build();
    try (Session session = Session.open(graph)) {
      assertThatThrownBy(() -> session.runner().addTarget(abort).run())
          .hasMessageContaining("enough")
          .satisfies(e -> assertThat(codeOf(e)).isEqualTo(ErrorCode.ABORTED));
      assertThat(session.run(ops.constant(2f)).getFloat(0)).isEqualTo(2f);
    }
  }

  @Test
  void closedSessionRefuses() {
    Session session = Session.open(graph);
    session.close();
    assertThatThrownBy(session::runner).hasMessageContaining("the session is closed");
  }
}

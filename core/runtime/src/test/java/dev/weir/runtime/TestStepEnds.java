package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.Deadline;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a step ends, it ends once, says why, and gives back what it held. */
final class TestStepEnds {
  private static final int SIZE = 10_000;

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);
  private final CountedDevices devices = CountedDevices.of(2);

  private Session open() {
    return Session.open(graph, devices.config());
  }

  private static AbstractThrowableAssert<?, ?> failure(Runner runner, ErrorCode code) {
    return assertThatThrownBy(runner::run)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  private Output fault(String how, Output input) {
    return graph.node("TestFault", "fault").input(input).attr("how", how).build().output(0);
  }

  @ParameterizedTest
  @CsvSource({
    "library, INTERNAL, libfast",
    "assertion, INTERNAL, not so",
    "bracket, INVALID_ARGUMENT, is too small",
    "null, INTERNAL, NullPointerException",
    "stack, INTERNAL, StackOverflowError",
    "heap, RESOURCE_EXHAUSTED, Java heap space",
    "type, INTERNAL, must be float32"
  })
  void faultOfAKernelNamesTheNodeAndGivesBackItsMemory(String how, ErrorCode code, String why) {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = fault(how, ops.add(x, x));
    Tensor value = Tensors.vector(new float[SIZE]);
    try (Session session = open()) {
      for (int i = 0; i < 3; i++) {
        failure(session.runner().feed(x, value).fetch(y), code)
            .hasMessageStartingWith("[TestFault \"fault\"] ")
            .hasMessageContaining(why)
            .hasMessageContaining("built at TestStepEnds.java:");
        assertThat(devices.inUse()).isZero();
      }
    }
  }

  private static void assertNamesCheck(Runner runner, String node) {
    failure(runner, ErrorCode.INVALID_ARGUMENT)
        .isInstanceOfSatisfying(
            WeirException.class,
            e -> {
              assertThat(e.rule()).startsWith("not finite");
              assertThat(e.op()).isEqualTo("TestFinite");
              assertThat(e.node()).isEqualTo(node);
              assertThat(e.builtAt()).matches("TestStepEnds\\.java:\\d+");
              assertThat(e.task()).isNull();
            });
  }

  @Test
  void errorHasFieldsInFunctionsAndLoops() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.scalar());
    Output plain = ops.withName("plain").finite(x);
    GraphFunction checking =
        ops.function(
            "checking",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.withName("inner").finite(in.get(0))));
    Output called = ops.withName("called").call(checking, List.of(x));
    Output looped =
        new WhileLoop(graph, "loop", 1)
            .run(
                List.of(x),
                in ->
                    graph
                        .node("TestIsNan")
                        .input(in.variable(0))
                        .build()
                        .output(0), // as long as it is NaN
                in -> List.of(ops.withName("body").finite(in.variable(0))))
            .get(0);
    try (Session session = open()) {
      Tensor nan = Tensors.scalar(Float.NaN);
      assertNamesCheck(session.runner().feed(x, nan).fetch(plain), "plain");
      assertNamesCheck(session.runner().feed(x, nan).fetch(called), "inner");
      assertNamesCheck(session.runner().feed(x, nan).fetch(looped), "body");
    }
  }

  @Test
  void outputThatIsSetTwiceLeaksNothing() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = fault("twice", ops.add(x, x));
    try (Session session = open()) {
      Runner runner = session.runner().feed(x, Tensors.vector(new float[SIZE])).fetch(y);
      runner.run().get(0).close();
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void deadlineNamesWhatTheStepWaitedFor() {
    Node wait = graph.node("TestWait", "slow").input(ops.constant(1f)).build();
    try (Session session = open()) {
      TimedOut.in("TestWait \"slow\"", session.runner().fetch(wait));
    }
  }

  @Test
  void deadlineOfAStepThatIsOverKeepsNothing() {
    Output y = ops.tanh(ops.constant(1f));
    try (Session session = open()) {
      RunOptions patient = RunOptions.DEFAULT.withDeadline(Duration.ofHours(1));
      for (int i = 0; i < 100; i++) {
        session.runner().fetch(y).options(patient).run();
      }
      assertThat(Deadline.pending()).isLessThan(50);
    }
  }

  @Test
  void deadlineMayBeAsLongAsOneLikes() {
    Output y = ops.tanh(ops.constant(0f));
    try (Session session = open()) {
      RunOptions endless = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(Long.MAX_VALUE));
      assertThat(session.runner().options(endless).run(y).getFloat(0)).isZero();
    }
  }

  @Test
  void interruptedThreadStopsItsStepAndStaysInterrupted() throws Exception {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Node wait = graph.node("TestWait", "slow").input(ops.add(x, x)).build();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    CountDownLatch started = new CountDownLatch(1);
    try (Session session = open()) {
      Runner runner = session.runner().feed(x, Tensors.vector(new float[SIZE])).fetch(wait);
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    started.countDown();
                    failure(runner, ErrorCode.CANCELLED).hasMessageContaining("interrupted");
                    interrupted.complete(Thread.currentThread().isInterrupted());
                  });
      assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();
      thread.interrupt();
      assertThat(interrupted.get(5, TimeUnit.SECONDS)).isTrue();
      assertThat(devices.inUse()).isZero();
    }
  }

  @Test
  void cancelledBeforeItStartsItRunsNothing() {
    Node count = graph.node("TestCount").build();
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    try (Session session = open()) {
      RunOptions options = RunOptions.DEFAULT.withCancellation(cancellation);
      failure(session.runner().fetch(count).options(options), ErrorCode.CANCELLED);
      assertThat(CountOps.in(session.run(count))).isEqualTo(1);
    }
  }

  @Test
  void firstCauseIsTheOneThatIsTold() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output first = fault("bracket", ops.withDevice("/device:CPU:1").add(x, x));
    Node waiting =
        graph
            .node("TestWait")
            .input(ops.withDevice("/device:CPU:1").add(x, x))
            .device("/device:CPU:0")
            .build();
    try (Session session = open()) {
      for (int i = 0; i < 20; i++) {
        Runner runner =
            session
                .runner()
                .feed(x, Tensors.vector(new float[SIZE]))
                .fetch(first)
                .fetch(waiting.output(0));
        failure(runner, ErrorCode.INVALID_ARGUMENT).hasMessageStartingWith("[TestFault");
        assertThat(devices.inUse()).isZero();
      }
    }
  }

  @Test
  void sameValueFetchedTwiceIsTwoTensors() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(SIZE));
    Output y = ops.add(x, x);
    try (Session session = open()) {
      List<Tensor> fetched =
          session
              .runner()
              .feed(x, Tensors.ones(DType.FLOAT32, Shape.of(SIZE)))
              .fetch(y)
              .fetch(y)
              .fetch(x)
              .run();
      fetched.get(0).close();
      assertThat(fetched.get(1).getFloat(SIZE - 1)).isEqualTo(2);
      fetched.get(1).close();
      assertThat(fetched.get(2).getFloat(SIZE - 1)).isEqualTo(1);
      assertThat(devices.inUse()).isZero();
    }
  }
}

package dev.weir.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.control.ControlOps;
import dev.weir.ops.state.QueueOps;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.PartialRun;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How steps end that do not end well, wherever a session runs. */
@Timeout(60)
abstract class SessionEndsContract {
  static final String PS = "/job:ps/task:0";
  static final String OTHER = "/job:worker/task:1";

  final Graph graph = new Graph();
  final Ops ops = Ops.create(graph);
  final Output queue =
      ops.withName("queue")
          .withDevice(PS)
          .queue
          .fifoQueue(List.of(DType.FLOAT32), QueueOps.Options.DEFAULT.withShapes(Shape.scalar()));
  final Output taken =
      ops.withName("taken").queue.queueDequeue(queue, List.of(DType.FLOAT32)).get(0);
  final Output waiting = ops.withName("waiting").withDevice(OTHER).math.neg(taken);
  final Node put =
      ops.withName("put").queue.queueEnqueue(queue, List.of(ops.withDevice(OTHER).constant(3f)));

  /** A session over the graph. */
  abstract Session open();

  /** Waits until nothing is left of the steps that were run. */
  abstract void awaitNothingRuns();

  static AbstractThrowableAssert<?, ?> failure(ThrowingCallable call, ErrorCode code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }

  static RunOptions within(Duration limit) {
    return RunOptions.DEFAULT.withDeadline(limit);
  }

  @Test
  void errorNamesOpNodeAndLine() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.scalar());
    Output y = ops.withDevice(PS).math.add(x, x);
    Output bad = ops.withName("far/check").withDevice(OTHER).control.checkNumerics(y, "so it is");
    Output after = ops.withDevice(PS).math.neg(bad);
    try (Session session = open()) {
      for (int i = 0; i < 2; i++) {
        Runner runner = session.runner().feed(x, Tensors.scalar(Float.NaN)).fetch(after);
        failure(runner::run, ErrorCode.INVALID_ARGUMENT)
            .hasMessageContaining("[CheckNumerics \"far/check\"] ")
            .hasMessageContaining("so it is")
            .hasMessageMatching("(?s).*\n  built at \\w+.java:\\d+");
      }
      Runner good = session.runner().feed(x, Tensors.scalar(2f)).fetch(after);
      assertThat(good.run().get(0).getFloat(0)).isEqualTo(-4);
      awaitNothingRuns();
    }
  }

  @Test
  void errorInAFunctionIsToldWithItsNode() {
    GraphFunction checking =
        ops.function(
            "checking",
            List.of(DType.FLOAT32),
            (body, in) -> List.of(body.control.checkNumerics(in.get(0), "not a number")));
    Output called =
        ops.withName("called")
            .withDevice(OTHER)
            .control
            .call(checking, List.of(ops.constant(Float.NaN)))
            .get(0);
    try (Session session = open()) {
      failure(session.runner().fetch(called)::run, ErrorCode.INVALID_ARGUMENT)
          .hasMessageContaining("[CheckNumerics \"CheckNumerics\"] ")
          .hasMessageContaining("not a number");
    }
  }

  @Test
  void deadValueCannotBeFetched() {
    Output condition = ops.placeholder(DType.BOOL, Shape.scalar());
    ControlOps.Branches branches =
        ops.withName("branch").withDevice(PS).control.switchOn(ops.constant(1f), condition);
    Output left = ops.withName("left").withDevice(OTHER).math.neg(branches.whenFalse());
    try (Session session = open()) {
      Runner runner = session.runner().feed(condition, Tensors.scalar(true)).fetch(left);
      assertThatThrownBy(runner::run) // as in TensorFlow, the code depends on where the step ran
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("[Neg \"left\"] output 0 is dead")
          .hasMessageContaining("fetch the Merge after it instead")
          .hasMessageContaining("built at ");
      Runner alive = session.runner().feed(condition, Tensors.scalar(false)).fetch(left);
      assertThat(alive.run().get(0).getFloat(0)).isEqualTo(-1);
    }
  }

  @Test
  void firstCauseIsTheOneThatIsTold() {
    Output bad =
        ops.withName("bad")
            .withDevice(OTHER)
            .control
            .checkNumerics(
                ops.math.div(ops.constant(0f), ops.placeholder(DType.FLOAT32, Shape.scalar())),
                "first");
    Output x = graph.output("Placeholder");
    try (Session session = open()) {
      for (int i = 0; i < 5; i++) {
        Runner runner =
            session
                .runner()
                .feed(x, Tensors.scalar(0f))
                .fetch(waiting)
                .fetch(bad)
                .options(within(Duration.ofSeconds(20)));
        failure(runner::run, ErrorCode.INVALID_ARGUMENT).hasMessageContaining("first");
      }
      awaitNothingRuns();
    }
  }

  @Test
  void deadlineEndsAStep() {
    try (Session session = open()) {
      Runner runner = session.runner().fetch(waiting).options(within(Duration.ofMillis(300)));
      failure(runner::run, ErrorCode.DEADLINE_EXCEEDED)
          .hasMessageContaining("longer than its deadline of 300 ms");
      awaitNothingRuns();
      session.runner().addTarget(put).run();
      Runner next = session.runner().fetch(waiting).options(within(Duration.ofSeconds(20)));
      assertThat(next.run().get(0).getFloat(0)).isEqualTo(-3);
    }
  }

  @Test
  void cancellationEndsAStep() throws Exception {
    Cancellation cancellation = new Cancellation();
    try (Session session = open()) {
      RunOptions options = within(Duration.ofSeconds(20)).withCancellation(cancellation);
      CompletableFuture<?> run = started(session.runner().fetch(waiting).options(options));
      cancellation.cancel();
      failure(() -> ended(run), ErrorCode.CANCELLED)
          .hasMessageContaining("the step was cancelled by the program")
          .hasMessageContaining("use a new one for the next step");
      awaitNothingRuns();
      failure(session.runner().addTarget(put).options(options)::run, ErrorCode.CANCELLED);
      Output size = ops.queue.queueSize(queue);
      assertThat(session.run(size).getInt(0)).isZero();
    }
  }

  @Test
  void interruptedThreadStopsItsStep() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    try (Session session = open()) {
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    failure(session.runner().fetch(waiting)::run, ErrorCode.CANCELLED)
                        .hasMessageContaining("interrupted");
                    interrupted.complete(Thread.currentThread().isInterrupted());
                  });
      thread.interrupt();
      assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
      awaitNothingRuns();
    }
  }

  @Test
  void closingASessionWithAStepRunningEndsItOrLetsItEnd() throws Exception {
    Session session = open();
    CompletableFuture<?> run =
        started(session.runner().fetch(waiting).options(within(Duration.ofSeconds(2))));
    session.close();
    assertThatThrownBy(() -> ended(run))
        .isInstanceOfSatisfying(
            WeirException.class,
            e ->
                assertThat(e.code())
                    .as(e.getMessage())
                    .isIn(ErrorCode.CANCELLED, ErrorCode.DEADLINE_EXCEEDED));
    awaitNothingRuns();
  }

  @Test
  void partialRunThatIsClosedIsGivenUpEverywhere() {
    Output b = ops.withName("b").withDevice(OTHER).placeholder(DType.FLOAT32, Shape.scalar());
    ops.withName("last").withDevice(PS).math.add(ops.math.neg(b), waiting);
    try (Session session = open()) {
      PartialRun run =
          session.partialRun(
              List.of("b"), List.of("last"), List.of(), within(Duration.ofSeconds(20)));
      run.feed("b", Tensors.scalar(1f));
      run.close();
      failure(() -> run.fetch("last"), ErrorCode.CANCELLED);
      awaitNothingRuns();
    }
  }

  @Test
  void partialRunThatWasHalfDoneIsGivenUpEverywhere() {
    Output a = ops.withName("a").withDevice(PS).placeholder(DType.FLOAT32, Shape.scalar());
    Output b = ops.withName("b").withDevice(OTHER).placeholder(DType.FLOAT32, Shape.scalar());
    ops.withName("first").withDevice(OTHER).math.neg(a);
    ops.withName("second").withDevice(PS).math.add(a, b);
    try (Session session = open()) {
      PartialRun run =
          session.partialRun(
              List.of("a", "b"),
              List.of("first", "second"),
              List.of(),
              within(Duration.ofSeconds(20)));
      run.feed("a", Tensors.scalar(1f));
      assertThat(run.fetch("first").getFloat(0)).isEqualTo(-1);
      run.close();
      failure(() -> run.fetch("second"), ErrorCode.CANCELLED);
      awaitNothingRuns();
    }
  }

  @Test
  void partialRunCanBeCancelled() throws Exception {
    Cancellation cancellation = new Cancellation();
    try (Session session = open()) {
      RunOptions options = within(Duration.ofSeconds(20)).withCancellation(cancellation);
      PartialRun run = session.partialRun(List.of(), List.of("waiting"), List.of(), options);
      CompletableFuture<?> fetch =
          CompletableFuture.supplyAsync(() -> run.fetch("waiting"), SessionEndsContract::thread);
      assertThatThrownBy(() -> fetch.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      cancellation.cancel();
      failure(() -> ended(fetch), ErrorCode.CANCELLED);
      awaitNothingRuns();
    }
  }

  @Test
  void partialRunOfWhatIsNotThereIsRefused() {
    Output b = ops.withName("b").placeholder(DType.FLOAT32, Shape.scalar());
    Output y = ops.withName("y").withDevice(OTHER).control.checkNumerics(b, "bad");
    try (Session session = open()) {
      PartialRun run =
          session.partialRun(List.of("b"), List.of("y"), List.of(), within(Duration.ofSeconds(20)));
      run.feed("b", Tensors.scalar(Float.NaN));
      failure(() -> run.fetch(y), ErrorCode.INVALID_ARGUMENT)
          .hasMessageContaining("[CheckNumerics \"y\"]")
          .hasMessageContaining("built at ");
      failure(run::finish, ErrorCode.INVALID_ARGUMENT);
      awaitNothingRuns();
    }
  }

  private static void thread(Runnable task) {
    Thread.ofVirtual().start(task);
  }

  /** Starts a step that will wait, and sees that it does. */
  private static CompletableFuture<?> started(Runner runner) {
    CompletableFuture<?> run =
        CompletableFuture.supplyAsync(runner::run, SessionEndsContract::thread);
    assertThatThrownBy(() -> run.get(200, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    return run;
  }

  private static void ended(CompletableFuture<?> run) throws Throwable {
    try {
      run.get(20, TimeUnit.SECONDS);
    } catch (java.util.concurrent.ExecutionException e) {
      throw e.getCause();
    }
  }
}

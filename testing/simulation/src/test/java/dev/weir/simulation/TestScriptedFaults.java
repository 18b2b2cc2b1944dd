package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Faults that seeds of the simulation once hit, each with the one that matters and at the moment
 * that matters: a ps and two workers in virtual time.
 */
@Timeout(60)
final class TestScriptedFaults {
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId MASTER = new TaskId("worker", 0);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofMinutes(5);

  /** A client that does what a test says. */
  private record Caller(String name, LifeScheduler scheduler, CountedAllocator memory)
      implements Endpoint {
    @Override
    public Allocator allocator() {
      return memory;
    }
  }

  private final LoggedErrors log = new LoggedErrors();
  private final SimulatedScheduler world =
      new SimulatedScheduler(new Chance(1), new EventLog(false));
  private final SimulatedCluster cluster = new SimulatedCluster(world, FaultPlan.NONE, 1, 2, true);
  private final Caller client =
      new Caller("client", new LifeScheduler(world), new CountedAllocator());
  private final ClientGraph graph = ClientGraph.of(0, 1, 2);
  private final MasterPort master = cluster.network().master(client, MASTER);
  private long requests;

  @AfterEach
  void assertNothingWasWrong() {
    List<String> errors = log.errors();
    log.close();
    assertThat(errors).isEmpty();
  }

  private CompletableFuture<CreateSession.Created> opening() {
    return master.createSession(new CreateSession(graph.base(), SessionOptions.DEFAULT, ""), LIMIT);
  }

  private String open() {
    return result(opening()).session();
  }

  private <R extends @Nullable Object> R result(CompletableFuture<R> call) {
    assertThat(world.runUntil(call::isDone, LIMIT)).as("%s", call).isTrue();
    return call.join();
  }

  private WeirException failure(CompletableFuture<?> call) {
    assertThat(world.runUntil(call::isDone, LIMIT)).as("%s", call).isTrue();
    assertThat(call).isCompletedExceptionally();
    return RpcFailures.of(call.exceptionNow());
  }

  private StepRequest request() {
    return new StepRequest(client.memory());
  }

  private CompletableFuture<StepResult> run(
      String session, StepRequest request, Duration limit, String partialRun) {
    CompletableFuture<StepResult> call =
        master.runStep(
            request.message(session, new StepOptions(false, limit), partialRun, ++requests), LIMIT);
    request.release();
    return call;
  }

  private void assertGives(CompletableFuture<StepResult> call, float value) {
    StepResult result = result(call);
    assertThat(result.values().get(0).value().getFloat(0)).isEqualTo(value);
    result.release();
  }

  private void assertNoSteps() {
    for (SimulatedTask task : cluster.tasks()) {
      assertThat(task.worker().whereabouts()).as(task.name()).isEmpty();
    }
  }

  private void assertNoSessions() {
    for (SimulatedTask task : cluster.tasks()) {
      assertThat(task.master().sessions()).as(task.name()).isZero();
      assertThat(task.worker().sessions()).as(task.name()).isZero();
      assertThat(task.worker().registeredGraphs()).as(task.name()).isZero();
    }
  }

  private String partialRun(String session) {
    PartialRunSetup setup =
        new PartialRunSetup(
            session, List.of("x:0", "z:0"), List.of("first:0", "second:0"), List.of(), ++requests);
    return result(master.setUpPartialRun(setup, LIMIT));
  }

  @Test
  void partialRunOutlivesThePartsThatAreDone() {
    String session = open();
    String run = partialRun(session);
    assertGives(run(session, request().feed("x:0", 3).fetch("first:0"), Duration.ZERO, run), 6);

    world.run(LONG); // the part on ps is done, and no call mentions it for long

    assertGives(run(session, request().feed("z:0", 4).fetch("second:0"), Duration.ZERO, run), 10);
    world.run(Duration.ofSeconds(1));
    assertNoSteps();
  }

  @Test
  void stepsGoWithTheirSession() {
    String session = open();
    String run = partialRun(session);
    assertGives(run(session, request().feed("x:0", 3).fetch("first:0"), Duration.ZERO, run), 6);

    result(master.closeSession(session, LIMIT).handle((none, error) -> error == null));
    world.run(Duration.ofSeconds(1));

    assertNoSteps();
    assertNoSessions();
  }

  /** Its master died between two exchanges, and no other process would end it. */
  @Test
  void partialRunOfADeadMasterGoesWithItsSession() {
    SimulatedTask ps = task(PS);
    announce(ps, "s", 1);
    String nothing = result(ps.worker().registerGraph(nothingOn(ps), LIMIT));
    RunGraph exchange =
        new RunGraph("s", nothing, 5, List.of(), List.of(), false, true, false, ++requests);
    result(ps.worker().runGraph(exchange, LIMIT)).release();
    world.run(LONG);
    assertThat(ps.worker().whereabouts()).singleElement().asString().contains("partial run");

    announce(ps, "of the next life", 2);

    assertNoSteps();
  }

  @Test
  void sessionWhoseClientGaveUpWhileItWasMadeGoes() {
    for (int i = 0; i < 60; i++) {
      CompletableFuture<CreateSession.Created> call = opening();
      world.run(Duration.ofNanos(500_000L * i));
      boolean isMade = call.isDone();
      if (isMade) {
        result(master.closeSession(call.join().session(), LIMIT).handle((none, error) -> true));
      } else {
        call.cancel(true);
      }
      world.run(Duration.ofMinutes(1));
      int unheard = cluster.tasks().stream().mapToInt(SimulatedTask::unheardSessions).sum();
      int open = cluster.tasks().stream().mapToInt(task -> task.master().sessions()).sum();
      assertThat(open).as("given up after %d half milliseconds", i).isEqualTo(unheard);
    }
  }

  @Test
  void deletionThatIsLostIsRepeated() {
    String session = open();
    cluster.network().cut(MASTER, PS);
    result(master.closeSession(session, LIMIT).handle((none, error) -> error == null));
    assertThat(task(PS).worker().sessions()).isEqualTo(1);
    cluster.network().heal(MASTER, PS);

    world.run(LONG);

    assertNoSessions();
  }

  @Test
  void deadlineCountsWhileAStepIsRegistered() {
    String session = open();
    cluster
        .network()
        .swallow(SimulatedTask.brief(MASTER), SimulatedTask.brief(PS), Fault.ONE_WAY_PARTITION);
    long begin = world.nanoTime();
    WeirException error = failure(run(session, request().feed("x", 1).fetch("chain:0"), SHORT, ""));
    assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    assertThat(Duration.ofNanos(world.nanoTime() - begin)).isLessThan(SHORT.multipliedBy(2));
  }

  @Test
  void partsThatOnlySomeTasksGotAreGivenBack() {
    String session = open();
    cluster.network().cut(MASTER, PS);
    WeirException error =
        failure(run(session, request().feed("x", 1).fetch("chain:0"), Duration.ZERO, ""));
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error.task()).isEqualTo(PS.name());
    cluster.network().heal(MASTER, PS);

    world.run(Duration.ofSeconds(30));

    for (SimulatedTask task : cluster.tasks()) {
      assertThat(task.worker().registeredGraphs()).as(task.name()).isZero();
    }
    assertGives(run(session, request().feed("x", 1).fetch("chain:0"), Duration.ZERO, ""), 9);
  }

  @Test
  void failedStepGoesEverywhereAtOnceAndTellsTheFirstCause() {
    String session = open();
    for (int i = 0; i < 50; i++) { // in another order each time
      WeirException error =
          failure(
              run(
                  session,
                  request().feed("f", Float.NaN).feed("x", 1).fetch("checked:0").fetch("chain:0"),
                  Duration.ZERO,
                  ""));
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(error.task()).isEqualTo(PS.name());
      assertThat(error.node()).isEqualTo("check");
      world.run(Duration.ofSeconds(1)); // what is under way arrives
      assertNoSteps();
    }
  }

  @Test
  void messageOfAMasterThatDiedComesLate() {
    SimulatedTask ps = task(PS);
    announce(ps, "of the first life", 1);
    announce(ps, "of the second life", 2);
    assertThat(ps.worker().sessions()).isEqualTo(1);
    CompletableFuture<@Nullable Void> late = announcing(ps, "sent by the first life", 1);
    assertThat(failure(late)).hasMessageContainingAll(MASTER.name(), "was restarted");
    assertThat(ps.worker().sessions()).isEqualTo(1);
  }

  /** The task cannot ask the dead master, and meanwhile the next incarnation has a session. */
  @Test
  void requestOfADeadMasterThatIsAdmittedLateDoesNotEndTheSessionsOfTheNextOne() {
    int overtaken = 0;
    for (int i = 1; i <= 20; i++) { // it takes another time each time until the task gives up
      CompletableFuture<@Nullable Void> late = announcing(task(PS), "of life " + i, i);
      cluster.network().heal(MASTER, PS);
      String session = open();
      if (!late.isDone()) {
        overtaken++;
        assertThat(failure(late)).hasMessageContainingAll(MASTER.name(), "was restarted");
      }
      assertGives(run(session, request().feed("x", 1).fetch("chain:0"), Duration.ZERO, ""), 9);
      result(master.closeSession(session, LIMIT).handle((none, error) -> error == null));
    }
    assertThat(overtaken).isPositive();
  }

  @Test
  void masterThatAnswersIsNotTakenForDead() {
    open();
    announce(task(PS), "sent by an earlier life", 1); // believed, since the master cannot be asked
    cluster.network().heal(MASTER, PS);
    String session = open();
    assertGives(run(session, request().feed("x", 1).fetch("chain:0"), Duration.ZERO, ""), 9);
  }

  /** Its process still serves, since it has not seen yet that its lease is lost. */
  @Test
  void masterWhosePlaceWasTakenFailsWithACodeThatClientsRetry() {
    cluster.install(cluster.prepare(MASTER)); // the client's connection is to the old process

    WeirException error = failure(opening());

    assertThat(error.code()).isEqualTo(ErrorCode.ABORTED);
    assertThat(error).hasMessageContainingAll(MASTER.name(), "was replaced");
    MasterPort successor = cluster.network().master(client, MASTER);
    CreateSession request = new CreateSession(graph.base(), SessionOptions.DEFAULT, "");
    assertThat(result(successor.createSession(request, LIMIT)).session()).isNotEmpty();
  }

  @Test
  void messageOfASessionThatIsOverComesLate() {
    SimulatedTask ps = task(PS);
    result(ps.worker().deleteSession("over", LIMIT).handle((none, error) -> error == null));
    assertThat(failure(announcing(ps, "over", 1))).hasMessageContaining("was deleted before");
    assertThat(ps.worker().sessions()).isZero();
  }

  private void announce(SimulatedTask to, String session, long incarnation) {
    result(announcing(to, session, incarnation).handle((none, error) -> error == null));
  }

  /** A master wants to use a task; which of its lives it is, a task that is asked would not say. */
  private CompletableFuture<@Nullable Void> announcing(
      SimulatedTask to, String session, long incarnation) {
    cluster.network().cut(MASTER, to.id());
    CreateWorkerSession request =
        new CreateWorkerSession(session, null, to.id(), false, MASTER.name(), incarnation);
    return to.worker().createSession(request, LIMIT);
  }

  private SimulatedTask task(TaskId id) {
    return cluster.tasks().stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void valueOfAnEarlierLifeIsRefusedAtOnce() {
    String device = PS.name() + "/device:CPU:0";
    String key = device + ";00000000000000ff;" + device + ";edge_1_x;0:0";
    CompletableFuture<?> call =
        task(PS).worker().receiveTensor(new ReceiveTensor(5, key, 1), LIMIT);
    assertThat(call).isCompletedExceptionally();
    assertThat(failure(call)).hasMessageContaining("different device incarnation");
    assertNoSteps();
  }

  @Test
  void aCancelledReceiveLeavesTheValueToTheNext() {
    SimulatedTask ps = task(PS);
    announce(ps, "s", 1);
    String graphHandle = result(ps.worker().registerGraph(nothingOn(ps), LIMIT));
    DeviceInfo device = ps.worker().devices().get(0);
    String incarnation = HexFormat.of().toHexDigits(device.incarnation());
    String key = device.name() + ";" + incarnation + ";" + device.name() + ";edge_1_x;0:0";
    ps.worker().receiveTensor(new ReceiveTensor(5, key, ++requests), LIMIT).cancel(true);
    CompletableFuture<ReceivedTensor> other =
        ps.worker().receiveTensor(new ReceiveTensor(5, key, ++requests), LIMIT);

    List<NamedValue> sends = List.of(new NamedValue(key, Tensors.scalar(7f)));
    result(
            ps.worker()
                .runGraph(
                    new RunGraph(
                        "s", graphHandle, 5, sends, List.of(), false, false, false, ++requests),
                    LIMIT))
        .release();

    ReceivedTensor received = result(other);
    assertThat(received.tensor()).isNotNull();
    assertThat(received.tensor().getFloat(0)).isEqualTo(7f);
    received.release();
    assertNoSteps();
  }

  private static RegisterGraph nothingOn(SimulatedTask task) {
    Graph nothing = new Graph();
    Ops.create(nothing).withDevice(task.worker().devices().get(0).name()).control.noOp();
    ByteBuffer bytes = ByteBuffer.wrap(GraphDefs.toBinary(nothing));
    return new RegisterGraph("s", bytes, SessionOptions.DEFAULT);
  }

  /** The call, the answer and the cancellation are lost: then the session's end is the step's. */
  @Test
  void stepOnATaskThatIsCutOffGoesInTheEnd() {
    String session = open();
    assertGives(run(session, request().feed("x", 1).fetch("chain:0"), Duration.ZERO, ""), 9);
    CompletableFuture<StepResult> call =
        run(session, request().feed("x", 2).fetch("chain:0"), Duration.ZERO, "");
    world.run(Duration.ofNanos(400_000)); // the request to the master has arrived, or soon will
    cluster.network().cut(MASTER, PS);
    assertThat(world.runUntil(call::isDone, LIMIT)).isTrue();
    if (!call.isCompletedExceptionally()) {
      call.join().release();
    }
    world.run(LONG);
    assertNoSteps();
  }
}

package dev.weir.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.memory.Allocator;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of masters and clients that are gone, and how much of anything there may be. */
@Timeout(60)
final class TestSessionLeases {
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId MASTER = new TaskId("worker", 0);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration CLIENT_LEASE = Duration.ofMinutes(5);

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
  private final SimulatedCluster cluster = new SimulatedCluster(world, FaultPlan.NONE, 1, 2, false);
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

  private <R extends @Nullable Object> R result(CompletableFuture<R> call) {
    assertThat(world.runUntil(call::isDone, LIMIT)).as("%s", call).isTrue();
    return call.join();
  }

  private WeirException failure(CompletableFuture<?> call) {
    assertThat(world.runUntil(call::isDone, LIMIT)).as("%s", call).isTrue();
    assertThat(call).isCompletedExceptionally();
    return RpcFailures.of(call.exceptionNow());
  }

  private String open(ByteBuffer graphDef, Duration lease) {
    return result(
            master.createSession(
                new CreateSession(graphDef, SessionOptions.DEFAULT, "", lease), LIMIT))
        .session();
  }

  private CompletableFuture<StepResult> runChain(String session) {
    StepRequest request = new StepRequest(client.memory()).feed("x", 1).fetch("chain:0");
    CompletableFuture<StepResult> call =
        master.runStep(
            request.message(session, new StepOptions(false, Duration.ZERO), "", ++requests), LIMIT);
    request.release();
    return call;
  }

  private SimulatedTask task(TaskId id) {
    return cluster.tasks().stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
  }

  private void assertNothingOn(SimulatedTask task) {
    assertThat(task.worker().sessions()).as("sessions on %s", task.name()).isZero();
    assertThat(task.worker().registeredGraphs()).as("graphs on %s", task.name()).isZero();
    assertThat(task.worker().whereabouts()).as("steps on %s", task.name()).isEmpty();
  }

  @Test
  void deadMasterLeavesNothingAfterAMinute() {
    for (int step = 0; step < 20; step++) { // it dies at another moment of a step each time
      String session = open(graph.base(), Duration.ZERO);
      result(runChain(session)).release();
      CompletableFuture<StepResult> underWay = runChain(session);
      world.run(Duration.ofNanos(300_000L * step));
      SimulatedTask survivor = task(PS);
      cluster.crash(MASTER);
      world.run(MINUTE);
      assertNothingOn(survivor);
      assertNothingOn(task(new TaskId("worker", 1)));
      assertThat(world.runUntil(underWay::isDone, LIMIT)).isTrue();
      if (!underWay.isCompletedExceptionally()) {
        underWay.join().release();
      }
      cluster.becomeWhole();
    }
  }

  @Test
  void anIdleSessionIsRenewed() {
    String session = open(graph.base(), Duration.ZERO);
    result(runChain(session)).release();
    world.run(Duration.ofHours(3));
    assertThat(task(PS).worker().sessions()).isEqualTo(1);
    result(runChain(session)).release();
  }

  @Test
  void masterThatIsCutOffForLongFindsItsSessionGone() {
    String session = open(graph.base(), Duration.ZERO);
    result(runChain(session)).release();
    cluster.network().cut(MASTER, PS);
    world.run(MINUTE);
    assertNothingOn(task(PS));
    cluster.network().heal(MASTER, PS);
    WeirException error = failure(runChain(session));
    assertThat(error.code()).isEqualTo(ErrorCode.ABORTED);
    assertThat(error).hasMessageContainingAll("Session handle is not found", "out of its master");
  }

  @Test
  void sessionsOfMastersThatDoNotRenewStayUntilTheyAreUnusedForADay() {
    SimulatedTask ps = task(PS);
    cluster.network().cut(MASTER, PS);
    result(
        ps.worker()
            .createSession(new CreateWorkerSession("tf", null, PS, false, MASTER.name(), 7), LIMIT)
            .handle((none, error) -> error == null));
    world.run(Duration.ofHours(23));
    assertThat(ps.worker().sessions()).isEqualTo(1);
    world.run(Duration.ofHours(2));
    assertNothingOn(ps);
  }

  @Test
  void sessionOfAClientThatCrashedEnds() {
    open(graph.base(), CLIENT_LEASE);
    world.run(CLIENT_LEASE.plus(Duration.ofSeconds(20)));
    for (SimulatedTask task : cluster.tasks()) {
      assertThat(task.master().sessions()).as(task.name()).isZero();
      assertNothingOn(task);
    }
  }

  @Test
  void sessionOfAClientThatRenewsItStays() {
    String session = open(graph.base(), CLIENT_LEASE);
    for (int minute = 0; minute < 30; minute++) {
      world.run(MINUTE);
      result(master.listDevices(session, LIMIT).handle((devices, error) -> error == null));
    }
    assertThat(task(MASTER).master().sessions()).isEqualTo(1);
    result(runChain(session)).release();
  }

  @Test
  void stepsThatWereNotUsedForLongestMakeRoom() {
    int nodes = 34; // any two of them are another step
    Graph noOps = new Graph();
    for (int i = 0; i < nodes; i++) {
      Ops.create(noOps).withDevice(PS.name() + "/device:CPU:0").withName("n" + i).control.noOp();
    }
    String session = open(ByteBuffer.wrap(GraphDefs.toBinary(noOps)), Duration.ZERO);
    for (int i = 0; i < nodes * nodes; i++) {
      runTargets(session, "n" + i / nodes, "n" + i % nodes);
      runTargets(session, "n0", "n0"); // used all the time, it stays
    }
    world.run(Duration.ofSeconds(1));
    assertThat(task(PS).worker().registeredGraphs()).isEqualTo(1000);
    runTargets(session, "n0", "n1"); // it is registered anew
  }

  private void runTargets(String session, String... targets) {
    RunStep step =
        new RunStep(
            session,
            List.of(),
            List.of(),
            List.of(targets),
            new StepOptions(false, Duration.ZERO),
            "",
            ++requests);
    result(master.runStep(step, LIMIT)).release();
  }

  @Test
  void callablesAndPartialRunsAreBounded() {
    String session = open(graph.base(), Duration.ZERO);
    MakeCallable callable =
        new MakeCallable(
            session, List.of(), List.of(), List.of(), new StepOptions(false, Duration.ZERO), 0);
    for (int i = 0; i < 10_000; i++) {
      assertThat(task(MASTER).master().makeCallable(callable, LIMIT)).isCompleted();
    }
    WeirException tooMany = failure(master.makeCallable(callable, LIMIT));
    assertThat(tooMany.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(tooMany).hasMessageContainingAll(session, "10000", "callables; release some");

    PartialRunSetup setup =
        new PartialRunSetup(
            session, List.of("x:0", "z:0"), List.of("first:0", "second:0"), List.of(), 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(task(MASTER).master().setUpPartialRun(setup, LIMIT)).isCompleted();
    }
    WeirException full = failure(master.setUpPartialRun(setup, LIMIT));
    assertThat(full.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(full).hasMessageContainingAll(session, "1000", "partial runs");
  }
}

package dev.weir.cluster.internal.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.PlayedTask;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.cluster.internal.worker.WorkerLimits;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a master does with its sessions whatever clients ask of it. */
final class TestMasterSessions {
  private static final TaskId OTHER = new TaskId("worker", 1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output x = ops.placeholder(DType.FLOAT32, Shape.of(1000));
  private final Output sum = ops.math.add(x, x);
  private final CapturedLog log = new CapturedLog();
  private PlayedTask task = new PlayedTask();

  @AfterEach
  void close() {
    log.close();
    task.close();
    assertThat(log.errors()).filteredOn(line -> line.contains("PeriodicTask")).isEmpty();
    assertThat(task.scheduler.failures).isEmpty();
    assertThat(task.allocator.usage().inUse()).as("bytes that are not given back").isZero();
  }

  private CreateSession request(Duration lease) {
    ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(graph));
    return new CreateSession(graphDef, SessionOptions.DEFAULT, "", lease);
  }

  private CompletableFuture<CreateSession.Created> create(Duration lease) {
    return task.master.createSession(request(lease), PlayedTask.LIMIT);
  }

  private String open(Duration lease) {
    return task.settled(create(lease)).session();
  }

  private Tensor fed() {
    return Tensor.allocate(task.allocator, DType.FLOAT32, Shape.of(1000), "a test").freeze();
  }

  private CompletableFuture<StepResult> run(String session, Duration limit, String partialRun) {
    try (Tensor value = fed()) {
      return task.master.runStep(
          new RunStep(
              session,
              List.of(new NamedValue(x.name(), value)),
              List.of(sum.name()),
              List.of(),
              new StepOptions(false, limit),
              partialRun,
              0),
          PlayedTask.LIMIT);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000 + 1, -1, Long.MIN_VALUE})
  void leaseThatNoClockCanCountLeavesOtherSessionsAlone(long millis) {
    open(Duration.ofMillis(millis));
    open(MINUTE);
    assertThat(task.master.sessions()).isEqualTo(2);
    task.scheduler.advance(MINUTE.multipliedBy(2));
    assertThat(task.master.sessions()).as("the one that was not renewed has ended").isEqualTo(1);
    task.scheduler.advance(MINUTE.multipliedBy(10));
    assertThat(task.worker.sessions()).as("the other is still renewed").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 1_000_000 + 1, -1, Long.MIN_VALUE})
  void stepWithALimitThatNoClockCanCountRunsAndGivesItsFeedsBack(long millis) {
    String session = open(Duration.ZERO);
    task.settled(run(session, Duration.ofMillis(millis), "")).release();
    task.settled(run(session, Duration.ofMillis(millis), "")).release();
    assertThat(task.allocator.usage().inUse()).isZero();
  }

  @Test
  void callableAndPartialRunTakeSuchLimitsToo() {
    String session = open(Duration.ZERO);
    StepOptions options = new StepOptions(false, FOREVER);
    long callable =
        task.settled(
            task.master.makeCallable(
                new MakeCallable(
                    session, List.of(x.name()), List.of(sum.name()), List.of(), options, 0),
                PlayedTask.LIMIT));
    try (Tensor value = fed()) {
      task.settled(
              task.master.runCallable(
                  new RunCallable(session, callable, List.of(value), 0), PlayedTask.LIMIT))
          .release();
    }
    String partial =
        task.settled(
            task.master.setUpPartialRun(
                new PartialRunSetup(session, List.of(x.name()), List.of(sum.name()), List.of(), 0),
                PlayedTask.LIMIT));
    task.settled(run(session, FOREVER, partial)).release();
  }

  @Test
  void sessionOptionOfAnyLengthLimitsNoStep() {
    SessionOptions options = new SessionOptions(List.of(), false, FOREVER, false, false, "");
    CreateSession request =
        new CreateSession(ByteBuffer.wrap(GraphDefs.toBinary(graph)), options, "");
    String session = task.settled(task.master.createSession(request, PlayedTask.LIMIT)).session();
    task.settled(run(session, Duration.ZERO, "")).release();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void stepWhosePartsCannotAllBeRegisteredLeavesNoneBehind(int gone) {
    List<TaskId> others = List.of(OTHER, new TaskId("worker", 2));
    task.close();
    task = new PlayedTask(others.get(0), others.get(1));
    List<FakeWorker> workers = List.of(new FakeWorker(), new FakeWorker());
    List<String> fetches = new ArrayList<>();
    fetches.add(ops.withDevice(PlayedTask.SELF.name()).constant(1f).name());
    for (int i = 0; i < 2; i++) {
      workers.get(i).devices = List.of(device(others.get(i)));
      task.others.put(others.get(i), workers.get(i));
      fetches.add(ops.withDevice(others.get(i).name()).constant(2f).name());
    }
    FakeWorker there = workers.get(1 - gone);
    String session = open(Duration.ZERO);
    task.others.remove(others.get(gone)); // before the step is registered
    RunStep step = new RunStep(session, List.of(), fetches, List.of(), StepOptions.DEFAULT, "", 0);
    WeirException refused = task.refused(task.master.runStep(step, PlayedTask.LIMIT));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(task.worker.registeredGraphs()).isZero();
    assertThat(there.asked)
        .filteredOn(asked -> asked.toString().startsWith("deregister"))
        .as("given back")
        .hasSameSizeAs(there.asked.stream().filter(RegisterGraph.class::isInstance).toList());
  }

  @Test
  void mistakeInTheNetworkFailsASessionAndEndsNoUpkeep() {
    FakeWorker other = new FakeWorker();
    other.devices = List.of(device(OTHER));
    task.close();
    task = new PlayedTask(OTHER);
    task.others.put(OTHER, other);
    open(Duration.ZERO);
    task.mistake = new StackOverflowError("of the test");
    WeirException refused = task.refused(create(Duration.ZERO));
    assertThat(refused).hasMessageContaining("of the test");
    task.scheduler.advance(MINUTE);
    task.mistake = null;
    other.asked.clear();
    task.scheduler.advance(MINUTE);
    assertThat(other.asked)
        .filteredOn(asked -> asked.toString().startsWith("renew"))
        .as("renewals of a minute")
        .hasSize(6);
  }

  private static DeviceInfo device(TaskId of) {
    return new DeviceInfo(of.name() + "/device:CPU:0", "CPU", 1 << 20, 77, DeviceInfo.WEIR);
  }

  @Test
  void sessionsBeingOpenedCountUntilTheyAreOpenOrRefused() {
    task.close();
    task = new PlayedTask(2, WorkerLimits.STANDARD, OTHER);
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      waiting.add(create(Duration.ZERO));
    }
    WeirException refused = task.refused(create(Duration.ZERO));
    assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(refused).hasMessageContaining("is opening 2; the limit is 2");
    task.scheduler.settle();
    waiting.get(0).cancel(true); // its client has gone
    task.scheduler.advance(Duration.ofSeconds(1));
    CompletableFuture<?> third = create(Duration.ZERO);
    task.scheduler.advance(MINUTE.multipliedBy(2)); // the other task never comes
    assertThat(waiting.get(1).isCompletedExceptionally()).isTrue();
    assertThat(third.isCompletedExceptionally()).isTrue();
    assertThat(task.master.sessions()).isZero();
    FakeWorker other = new FakeWorker();
    other.devices = List.of(device(OTHER));
    task.others.put(OTHER, other);
    open(Duration.ZERO);
    open(Duration.ZERO);
    assertThat(task.refused(create(Duration.ZERO)).code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
  }

  @Test
  void graphThatCannotBeReadTakesNoRoom() {
    task.close();
    task = new PlayedTask(1, WorkerLimits.STANDARD);
    CreateSession broken =
        new CreateSession(ByteBuffer.wrap(new byte[] {7, 7, 7}), SessionOptions.DEFAULT, "");
    for (int i = 0; i < 3; i++) {
      WeirException refused = task.refused(task.master.createSession(broken, PlayedTask.LIMIT));
      assertThat(refused.code()).isNotEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    }
    String session = open(Duration.ZERO);
    assertThat(task.refused(create(Duration.ZERO)).code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    task.settled(task.master.closeSession(session, PlayedTask.LIMIT).thenApply(none -> session));
    open(Duration.ZERO);
  }

  @Test
  void namesInCallablesAreLimitedTogether() {
    Output named = ops.withName("n".repeat(1 << 20)).math.add(x, x);
    String session = open(Duration.ZERO);
    List<Long> made = new ArrayList<>();
    CompletableFuture<Long> next = makeCallable(session, named);
    while (!next.isCompletedExceptionally()) {
      made.add(task.settled(next));
      next = makeCallable(session, named);
    }
    assertThat(task.refused(next).code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    assertThat(made).hasSize(15);
    assertThat(
            task.master.releaseCallable(
                new ReleaseCallable(session, made.get(0)), PlayedTask.LIMIT))
        .isCompleted();
    assertThat(makeCallable(session, named)).isCompleted();
  }

  private CompletableFuture<Long> makeCallable(String session, Output fetched) {
    return task.master.makeCallable(
        new MakeCallable(
            session, List.of(x.name()), List.of(fetched.name()), List.of(), StepOptions.DEFAULT, 0),
        PlayedTask.LIMIT);
  }

  @Test
  void stepsWithLongNamesMakeRoomForEachOther() {
    List<Output> named = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      named.add(ops.withName(i + "n".repeat(1 << 20)).math.add(x, x));
    }
    String session = open(Duration.ZERO);
    for (Output each : named) {
      try (Tensor value = fed()) {
        task.settled(
                task.master.runStep(
                    new RunStep(
                        session,
                        List.of(new NamedValue(x.name(), value)),
                        List.of(each.name()),
                        List.of(),
                        StepOptions.DEFAULT,
                        "",
                        0),
                    PlayedTask.LIMIT))
            .release();
      }
    }
    task.scheduler.settle();
    assertThat(task.worker.registeredGraphs()).isEqualTo(15);
  }

  @Test
  void filtersThatAreTooLongAreRefused() {
    SessionOptions options =
        new SessionOptions(
            List.of("/job:" + "x".repeat(1000)), false, Duration.ZERO, false, false, "");
    CreateSession request = new CreateSession(ByteBuffer.allocate(0), options, "");
    assertThat(task.refused(task.master.createSession(request, PlayedTask.LIMIT)))
        .hasMessageContaining("a device filter has 1005 characters; the limit is 512");
  }
}

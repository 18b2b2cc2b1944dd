package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where nodes go: by what they ask for, what they must be with, and how long things take. */
final class TestPlacement {
  private static final String CPU = "/job:localhost/replica:0/task:0/device:CPU:";
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  /** A session on devices of these speeds. */
  private Session open(double... speeds) {
    List<Device> devices = new ArrayList<>();
    for (double speed : speeds) {
      devices.add(Device.cpu(DeviceSpec.ANY, devices.size(), speed));
    }
    return Session.open(graph, LocalOptions.builder().devices(devices).build());
  }

  private static Map<String, String> places(Placement placement) {
    Map<String, String> places = new LinkedHashMap<>();
    for (Placement.Decision decision : placement.decisions()) {
      String device = decision.device();
      places.put(decision.node(), device.substring(device.lastIndexOf(':') + 1));
    }
    return places;
  }

  private static Placement.Decision decision(Placement placement, String node) {
    return placement.decisions().stream()
        .filter(decision -> decision.node().equals(node))
        .findFirst()
        .orElseThrow();
  }

  private static void expect(ErrorCode code, Runner runner, String... texts) {
    assertThatThrownBy(runner::run)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContainingAll(texts);
  }

  @Test
  void nodesThatMustBeTogetherAreThroughAnyChain() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(4));
    Output a = ops.withName("a").tanh(x);
    Output b = ops.withName("b").colocateWith(a).tanh(a);
    Output c = ops.withName("c").colocateWith(b).withDevice("/device:CPU:1").tanh(b);
    Output d = ops.withName("d").withDevice("/device:CPU:0").tanh(c);
    try (Session session = open(1, 1)) {
      Placement placement =
          session.runner().feed(x, Tensors.vector(new float[4])).fetch(d).explainPlacement();
      assertThat(places(placement))
          .containsEntry("a", "1")
          .containsEntry("b", "1")
          .containsEntry("c", "1")
          .containsEntry("d", "0");
      assertThat(decision(placement, "a").reason()).isEqualTo("asked for /device:CPU:1");
      assertThat(decision(placement, "a").candidates()).containsExactly(CPU + "1");
    }
  }

  @Test
  void conflictBetweenNodesThatMustBeTogetherNamesBoth() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(4));
    Output a = ops.withName("a").withDevice("/device:CPU:0").tanh(x);
    Output b = ops.withName("b").colocateWith(a).withDevice("/device:CPU:1").tanh(a);
    try (Session session = open(1, 1)) {
      expect(
          ErrorCode.INVALID_ARGUMENT,
          session.runner().feed(x, Tensors.vector(new float[4])).fetch(b),
          "Cannot assign a device for operation b",
          "it asks for /device:CPU:1",
          "must be with TestTanh \"a\", which is on /device:CPU:0",
          "TestPlacement.java:");
    }
  }

  @Test
  void everyCandidateIsRefusedByName() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(4));
    Output a = ops.withName("a").withDevice("/job:worker/device:GPU:3").tanh(x);
    try (Session session = open(1, 1, 1)) {
      expect(
          ErrorCode.INVALID_ARGUMENT,
          session.runner().feed(x, Tensors.vector(new float[4])).fetch(a),
          "none of the 3 devices will do (soft placement is off)",
          CPU + "0: is not /job:worker/device:GPU:3",
          CPU + "1: is not",
          CPU + "2: is not");
    }
  }

  /** Two independent products, one of large matrices, added up. */
  private Output heavyAndLight() {
    Output big = ops.withName("big").placeholder(DType.FLOAT32, Shape.of(1000, 1000));
    Output small = ops.withName("small").placeholder(DType.FLOAT32, Shape.of(2, 2));
    Output heavy = ops.withName("heavy").matMul(big, big);
    Output light = ops.withName("light").matMul(small, small);
    return ops.withName("sum")
        .add(ops.withName("heavySum").total(heavy), ops.withName("lightSum").total(light));
  }

  private Runner feedHeavyAndLight(Session session, Output fetch) {
    return session
        .runner()
        .feed("big", Tensors.ones(DType.FLOAT32, Shape.of(1000, 1000)))
        .feed("small", Tensors.ones(DType.FLOAT32, Shape.of(2, 2)))
        .fetch(fetch)
        .options(BOUNDED);
  }

  @Test
  void heavyBranchGoesToTheFasterDevice() {
    Output sum = heavyAndLight();
    try (Session session = open(1, 8)) {
      Placement placement = feedHeavyAndLight(session, sum).explainPlacement();
      assertThat(places(placement)).containsEntry("heavy", "1").containsEntry("heavySum", "1");
      assertThat(decision(placement, "heavy").reason()).startsWith("done soonest there, after ");
      assertThat(decision(placement, "heavy").candidates()).containsExactly(CPU + "0", CPU + "1");
    }
    try (Session session = open(8, 1)) {
      assertThat(places(feedHeavyAndLight(session, sum).explainPlacement()))
          .containsEntry("heavy", "0");
    }
  }

  @Test
  void independentBranchesOfEqualWeightAreSpread() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(600, 600));
    Output left = ops.withName("left").matMul(x, x);
    Output right = ops.withName("right").matMul(x, x);
    Output sum = ops.add(left, right);
    try (Session session = open(1, 1)) {
      Map<String, String> places =
          places(
              session
                  .runner()
                  .feed(x, Tensors.ones(DType.FLOAT32, Shape.of(600, 600)))
                  .fetch(sum)
                  .explainPlacement());
      assertThat(places.get("left")).isNotEqualTo(places.get("right"));
    }
  }

  @Test
  void measuredCostsMoveANodeAfterATracedRun() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.scalar());
    Output quick = ops.withName("quick").withDevice("/device:CPU:0").tanh(x);
    Node slow = graph.node("TestNap", "slow").input(quick).build();
    try (Session session = open(1, 1000)) {
      Runner runner = session.runner().feed(x, Tensors.scalar(1f)).fetch(slow).options(BOUNDED);
      // to move its input seems to take longer than a small node does anywhere
      assertThat(places(runner.explainPlacement())).containsEntry("slow", "0");
      assertThat(devicesOf(runner.runTraced(), "slow")).containsExactly("0");
      assertThat(places(runner.explainPlacement())).containsEntry("slow", "1");
      assertThat(devicesOf(runner.runTraced(), "slow")).containsExactly("1");
      // a thousand times faster there, it is no longer than measured
      assertThat(places(runner.explainPlacement())).containsEntry("slow", "1");
    }
  }

  private static List<String> devicesOf(TracedRun run, String node) {
    return run.trace().nodes().stream()
        .filter(ran -> ran.node().equals(node))
        .map(StepTrace.NodeRun::device)
        .map(device -> device.substring(device.lastIndexOf(':') + 1))
        .toList();
  }

  @Test
  void stateIsNotMovedByAskingForAnotherDevice() {
    Node counter = graph.node("TestCounter", "counter").build();
    Node here = graph.node("TestBump", "here").input(counter).build();
    Node there = graph.node("TestBump", "there").input(counter).device("/device:CPU:1").build();
    try (Session session = open(1, 1)) {
      assertThat(CountOps.in(session.run(here))).isEqualTo(1);
      expect(
          ErrorCode.FAILED_PRECONDITION,
          session.runner().fetch(there),
          "[TestCounter \"counter\"]",
          "its state is on " + CPU + "0 since an earlier step",
          "cannot be moved to /device:CPU:1");
      assertThat(CountOps.in(session.run(here))).isEqualTo(2);
    }
  }

  @Test
  void usersOfStateFollowItsRequest() {
    Node counter = graph.node("TestCounter", "counter").device("/device:CPU:1").build();
    Node bump = graph.node("TestBump", "bump").input(counter).build();
    try (Session session = open(4, 1)) {
      assertThat(places(session.runner().fetch(bump).explainPlacement()))
          .containsEntry("counter", "1")
          .containsEntry("bump", "1");
    }
  }

  @Test
  void explainingDoesNotFixState() {
    Node counter = graph.node("TestCounter", "counter").build();
    Node here = graph.node("TestBump", "here").input(counter).build();
    Node there = graph.node("TestBump", "there").input(counter).device("/device:CPU:1").build();
    try (Session session = open(1, 1)) {
      assertThat(places(session.runner().fetch(here).explainPlacement()))
          .containsEntry("counter", "0");
      assertThat(CountOps.in(session.run(there))).isEqualTo(1);
      Placement now = session.runner().fetch(here).explainPlacement();
      assertThat(places(now)).containsEntry("counter", "1").containsEntry("here", "1");
      assertThat(decision(now, "counter").reason())
          .isEqualTo("its state is there since an earlier step");
    }
  }

  @Test
  void sessionsOnTheSameDevicesShareState() {
    Node counter = graph.node("TestCounter", "counter").build();
    Node bump = graph.node("TestBump", "bump").input(counter).build();
    LocalOptions config = LocalOptions.builder().cpus(2).build();
    try (Session one = Session.open(graph, config);
        Session two = Session.open(graph, config);
        Session alone = Session.open(graph, LocalOptions.builder().cpus(2).build())) {
      assertThat(CountOps.in(one.run(bump))).isEqualTo(1);
      assertThat(CountOps.in(two.run(bump))).isEqualTo(2);
      assertThat(CountOps.in(alone.run(bump))).isEqualTo(1);
      one.reset();
      assertThat(CountOps.in(two.run(bump))).isEqualTo(1);
    }
  }
}

package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead values, conditionals and loops, out of the primitives. */
final class TestControlFlow {
  private static final int SIZE = 100;
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);
  private final CountedDevices devices = CountedDevices.of(2);
  private final Session session =
      Session.open(graph, devices.config().toBuilder().validate(true).build());

  @AfterEach
  void close() {
    session.close();
    assertThat(devices.inUse()).as("bytes still in use").isZero();
  }

  private static Tensor filled(long value) {
    return Tensors.fill(DType.INT64, Shape.of(SIZE), value);
  }

  /** A value that is fed, so that nothing is known of it before the step. */
  private Output fed(String name) {
    return ops.withName(name).placeholder(DType.INT64, Shape.of(SIZE));
  }

  private Output constant(long value, Output here) {
    return graph
        .node("Const")
        .attr("value", AttrValue.of(filled(value)))
        .attr("dtype", DType.INT64)
        .controlInput(here.node())
        .build()
        .output(0);
  }

  private Output fewer(Output a, Output b) {
    return graph.node("TestFewer").input(a).input(b).build().output(0);
  }

  private Output isEven(Output value) {
    return graph
        .node("TestBelow")
        .input(value)
        .attr("modulus", 2)
        .attr("below", 1)
        .build()
        .output(0);
  }

  private Output pass(Output value) {
    return graph.node("TestPass").input(value).build().output(0);
  }

  private long run(Output fetch, Object... feeds) {
    Runner runner = session.runner().options(BOUNDED).fetch(fetch);
    for (int i = 0; i < feeds.length; i += 2) {
      runner.feed((Output) feeds[i], filled((long) feeds[i + 1]));
    }
    try (Tensor result = runner.run().get(0)) {
      assertThat(result.getLong(result.elements() - 1)).isEqualTo(result.getLong(0));
      return result.getLong(0);
    }
  }

  /** {@code for (i = start; i < limit; i++) sum += i}; the sum. */
  private Output sumUpTo(String frame, int parallel, Output start, Output zero, Output limit) {
    return new WhileLoop(graph, frame, parallel)
        .constant(limit)
        .run(
            List.of(start, zero),
            in -> fewer(in.variable(0), in.constant(0)),
            in ->
                List.of(
                    ops.add(in.variable(0), constant(1, in.variable(0))),
                    ops.add(in.variable(1), in.variable(0))))
        .get(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 1000})
  void loopMayRunAnyNumberOfIterationsAtOnce(int parallel) {
    Output zero = fed("zero");
    Output limit = fed("limit");
    Output sum = sumUpTo("loop", parallel, zero, zero, limit);
    assertThat(run(sum, zero, 0L, limit, 300L)).isEqualTo(300 * 299 / 2);
    assertThat(run(sum, zero, 0L, limit, 0L)).isZero();
    assertThat(run(sum, zero, 0L, limit, -5L)).isZero();
  }

  @Test
  void backEdgeThatIsConnectedAfterAStepRunsInTheNext() {
    Output zero = fed("zero");
    Output limit = fed("limit");
    Output end =
        new WhileLoop(graph, "late", 1)
            .constant(limit)
            .run(
                List.of(zero),
                in -> fewer(in.variable(0), in.constant(0)),
                in -> {
                  Output exit = graph.output("late/exit");
                  assertThatThrownBy(() -> run(exit, zero, 0L, limit, 3L))
                      .hasMessageStartingWith("[Exit \"late/exit\"] output 0 is dead");
                  return List.of(ops.add(in.variable(0), constant(1, in.variable(0))));
                })
            .get(0);
    assertThat(run(end, zero, 0L, limit, 3L)).isEqualTo(3);
    assertThat(session.cachedSteps()).isEqualTo(1);
  }

  @Test
  void loopInABranchThatIsNotTakenIsDeadAndSoIsItsExit() {
    Output x = fed("x");
    Output limit = fed("limit");
    var branch = ops.switchOn(x, isEven(x));
    var limits = ops.switchOn(limit, isEven(x));
    // a loop in the taken branch of which every iteration runs a loop of its own
    Output looped =
        new WhileLoop(graph, "outer", 3)
            .constant(limits.whenTrue())
            .run(
                List.of(branch.whenTrue()),
                in -> fewer(in.variable(0), in.constant(0)),
                in ->
                    List.of(
                        ops.add(
                            in.variable(0),
                            sumUpTo(
                                "inner",
                                2,
                                constant(0, in.variable(0)),
                                constant(1, in.variable(0)),
                                constant(4, in.variable(0))))))
            .get(0);
    Output merged = ops.merge(looped, ops.neg(branch.whenFalse()));
    assertThat(run(merged, x, 7L, limit, 100L)).isEqualTo(-7);
    assertThat(run(merged, x, 8L, limit, 100L)).isEqualTo(106); // by sevens from 8
    assertThat(run(merged, x, 8L, limit, 0L)).isEqualTo(8);
    assertThatThrownBy(() -> run(looped, x, 7L, limit, 100L))
        .hasMessageContaining("is dead")
        .hasMessageContaining("outer/exit");
  }

  @Test
  void branchInALoopIsTakenAnewInEveryIteration() {
    Output zero = fed("zero");
    Output limit = fed("limit");
    Output result =
        new WhileLoop(graph, "loop", 4)
            .constant(limit)
            .run(
                List.of(zero, zero),
                in -> fewer(in.variable(0), in.constant(0)),
                in -> {
                  Output even = isEven(in.variable(0));
                  var sum = ops.switchOn(in.variable(1), even);
                  var i = ops.switchOn(in.variable(0), even);
                  Output added = ops.add(sum.whenTrue(), pass(i.whenTrue()));
                  Output taken = ops.sub(pass(sum.whenFalse()), i.whenFalse());
                  return List.of(
                      ops.add(in.variable(0), constant(1, in.variable(0))),
                      ops.merge(added, taken));
                })
            .get(1);
    assertThat(run(result, zero, 0L, limit, 101L)).isEqualTo(50); // 0 - 1 + 2 - 3 … + 100
  }

  @Test
  void constantMayEnterWhenIterationsHaveLongBegun() {
    Output zero = fed("zero");
    Output limit = fed("limit");
    Output late = fed("late");
    for (int i = 0; i < 20; i++) {
      late = pass(late);
    }
    Output result =
        new WhileLoop(graph, "loop", 5)
            .constant(limit)
            .constant(late)
            .run(
                List.of(zero, zero),
                in -> fewer(in.variable(0), in.constant(0)),
                in ->
                    List.of(
                        ops.add(in.variable(0), constant(1, in.variable(0))),
                        ops.add(in.variable(1), in.constant(1))))
            .get(1);
    Output fed = graph.output("late");
    assertThat(run(result, zero, 0L, limit, 50L, fed, 3L)).isEqualTo(150);
    assertThat(run(result, zero, 0L, limit, 1L, fed, 3L)).isEqualTo(3);
    assertThat(run(result, zero, 0L, limit, 0L, fed, 3L)).isZero();
  }

  @Test
  void noMoreIterationsRunAtOnceThanAllowed() {
    for (int parallel : new int[] {1, 3}) {
      AtomicInteger most = new AtomicInteger();
      Output zero = fed("zero" + parallel);
      Output limit = fed("limit" + parallel);
      Node[] watched = new Node[1];
      Output i =
          new WhileLoop(graph, "loop" + parallel, parallel)
              .constant(limit)
              .run(
                  List.of(zero),
                  in -> fewer(in.variable(0), in.constant(0)),
                  in -> {
                    watched[0] = graph.node("TestTogether").input(in.variable(0)).build();
                    return List.of(ops.add(in.variable(0), constant(1, in.variable(0))));
                  })
              .get(0);
      FlowOps.TestTogether.watch(most);
      Runner runner = session.runner().feed(zero, filled(0)).feed(limit, filled(20));
      runner.addTarget(watched[0]).options(BOUNDED).run(i).close();
      assertThat(most.get()).isBetween(1, parallel);
    }
  }

  @Test
  void mergeWaitsForItsControlsAndDoesNotDieWithThem() {
    Output x = fed("x");
    var branch = ops.switchOn(x, isEven(x));
    Output slow = pass(pass(pass(branch.whenTrue())));
    Output other = pass(branch.whenFalse());
    Node merge =
        graph
            .node("Merge")
            .inputList(List.of(branch.whenTrue(), branch.whenFalse()))
            .controlInput(slow.node())
            .controlInput(other.node())
            .build();
    assertThat(run(merge.output(0), x, 4L)).isEqualTo(4);
    assertThat(run(merge.output(0), x, 5L)).isEqualTo(5);
    assertThat(run(merge.output(1), x, 4L)).isZero();
    assertThat(run(merge.output(1), x, 5L)).isEqualTo(1);
  }

  @Test
  void controlTriggerRunsAfterADeadNodeAndANoOpDoesNot() {
    Output x = fed("x");
    var branch = ops.switchOn(x, isEven(x));
    Node dead = graph.node("NoOp").controlInput(pass(branch.whenTrue()).node()).build();
    Node trigger = graph.node("ControlTrigger").controlInput(dead).build();
    Node counted = graph.node("TestCount", "counted").controlInput(trigger).build();
    Node skipped = graph.node("TestCount", "skipped").controlInput(dead).build();
    Runner runner = session.runner().feed(x, filled(1)).addTarget(counted).addTarget(skipped);
    assertThat(runner.options(BOUNDED).run()).isEmpty();
    Runner alive = session.runner().feed(x, filled(2)).fetch(counted).fetch(skipped);
    assertThat(alive.options(BOUNDED).run()).extracting(CountOps::in).containsExactly(2L, 1L);
  }

  @Test
  void mergeOfOnlyDeadValuesIsDead() {
    Output x = fed("x");
    Output never = ops.switchOn(x, isEven(x)).whenTrue();
    Output inner = ops.merge(pass(never), never);
    Output outer = ops.merge(inner, pass(x));
    assertThat(run(outer, x, 3L)).isEqualTo(3);
    assertThatThrownBy(() -> run(inner, x, 3L)).hasMessageContaining("is dead");
  }

  @Test
  void branchOfWhichOnlyAConstantTellsThatItIsNotTakenIsNotSimplifiedAway() {
    Output x = fed("x");
    var branch = ops.switchOn(x, isEven(x));
    Output pivot = ops.identity(branch.whenTrue());
    Output even = ops.mul(x, constant(1, pivot));
    Output odd = ops.neg(branch.whenFalse());
    Output merged = ops.merge(even, odd);
    assertThat(run(merged, x, 6L)).isEqualTo(6);
    assertThat(run(merged, x, 7L)).isEqualTo(-7);
  }

  @Test
  void edgeInsideALoopCannotBeFetched() {
    Output zero = fed("zero");
    Output limit = fed("limit");
    sumUpTo("loop", 2, zero, zero, limit);
    Output inside = graph.output("loop/switch:1");
    assertThatThrownBy(() -> run(inside, zero, 0L, limit, 3L))
        .hasMessageStartingWith("[Switch \"loop/switch\"] it is in the loop \"loop\"")
        .hasMessageContaining("fetch what an Exit of the loop gives");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10})
  void bodyThatIsABranchMayBeOnTwoDevices(int parallel) {
    Output zero = fed("zero");
    Output limit = fed("limit");
    FixtureGraph second = ops.withDevice("/device:CPU:1");
    Output result =
        new WhileLoop(graph, "loop", parallel)
            .constant(limit)
            .run(
                List.of(zero, zero),
                in -> fewer(in.variable(0), in.constant(0)),
                in -> {
                  Output even = isEven(in.variable(0));
                  var sum = ops.withDevice("/device:CPU:0").switchOn(in.variable(1), even);
                  Output far = second.add(sum.whenTrue(), second.abs(sum.whenTrue()));
                  Output near =
                      ops.withDevice("/device:CPU:0")
                          .add(sum.whenFalse(), constant(1, sum.whenFalse()));
                  return List.of(
                      ops.add(in.variable(0), constant(1, in.variable(0))),
                      second.merge(far, near));
                })
            .get(1);
    // doubled in even iterations, one more in odd ones
    long expected = 0;
    for (int i = 0; i < 20; i++) {
      expected = i % 2 == 0 ? 2 * expected : expected + 1;
    }
    assertThat(run(result, zero, 0L, limit, 20L)).isEqualTo(expected);
  }
}

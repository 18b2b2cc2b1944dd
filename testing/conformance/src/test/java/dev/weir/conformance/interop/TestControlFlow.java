package dev.weir.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.ErrorCode;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops, conditionals and functions over two tasks, in every mix of Weir and TensorFlow. */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestControlFlow {
  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void deadBranchCrossesTasks(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    Output x = tasks.worker().withName("x").placeholder(DType.FLOAT32, Shape.scalar());
    Output choice = tasks.worker().withName("choice").placeholder(DType.BOOL, Shape.scalar());
    var branches = tasks.worker().control.switchOn(x, choice);
    Output negative = tasks.ps().withName("negative").math.neg(branches.whenTrue());
    Output square = tasks.worker().math.square(branches.whenFalse());
    tasks.worker().withName("merged").control.merge(List.of(square, negative));
    tasks.ps().withName("end").math.neg(tasks.graph().output("merged"));
    try (Client client = clusters.connect(setting, tasks.graph())) {
      for (boolean chosen : new boolean[] {true, false, true}) {
        Map<String, Tensor> feeds =
            Map.of("x", Tensors.scalar(3f), "choice", Tensors.scalar(chosen));
        assertThat(client.run(feeds, List.of("end"), List.of()).getFirst().getFloat(0))
            .isEqualTo(chosen ? 3 : -9);
      }
      Map<String, Tensor> untaken =
          Map.of("x", Tensors.scalar(3f), "choice", Tensors.scalar(false));
      assertThat(Client.refusal(() -> client.run(untaken, List.of("negative"), List.of())))
          .as("a dead fetch")
          .isEqualTo(ErrorCode.INTERNAL);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void loopBodyIsOnAnotherTask(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    Output start = tasks.worker().withName("start").placeholder(DType.FLOAT32, Shape.scalar());
    Output end =
        Loop.run(
            tasks.worker(),
            "doubling",
            start,
            x -> tasks.worker().math.less(x, inside(tasks.worker(), x, 100)),
            x -> tasks.ps().math.mul(x, inside(tasks.ps(), x, 2)));
    tasks.ps().withName("end").control.identity(end);
    try (Client client = clusters.connect(setting, tasks.graph())) {
      assertThat(end(client, 3)).isEqualTo(192);
      assertThat(end(client, 1)).isEqualTo(128);
      assertThat(end(client, 500)).as("no iteration").isEqualTo(500);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void loopInALoopIsOnAnotherTask(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    Output start = tasks.worker().withName("start").placeholder(DType.FLOAT32, Shape.scalar());
    Output end =
        Loop.run(
            tasks.worker(),
            "outer",
            start,
            x -> tasks.ps().math.less(x, inside(tasks.ps(), x, 2000)),
            x ->
                Loop.run(
                    tasks.ps(),
                    "inner",
                    tasks.worker().math.mul(x, inside(tasks.worker(), x, 0.5f)),
                    y -> tasks.ps().math.less(y, inside(tasks.ps(), y, 900)),
                    y -> tasks.worker().math.mul(y, inside(tasks.worker(), y, 3))));
    tasks.worker().withName("end").control.identity(end);
    try (Client client = clusters.connect(setting, tasks.graph())) {
      assertThat(end(client, 1)).isEqualTo(2460.375f);
    }
  }

  /** A constant of the loop that a value is in. */
  private static Output inside(Ops ops, Output value, float constant) {
    return ops.withControlDependencies(value.node()).constant(constant);
  }

  private static float end(Client client, float start) {
    return client
        .run(Map.of("start", Tensors.scalar(start)), List.of("end"), List.of())
        .getFirst()
        .getFloat(0);
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void functionsAreCalledOnBothTasks(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    GraphFunction twice =
        tasks
            .ps()
            .function(
                "twice",
                List.of(DType.FLOAT32),
                (ops, x) -> List.of(ops.math.add(x.get(0), x.get(0))));
    GraphFunction small =
        tasks
            .ps()
            .function(
                "small",
                List.of(DType.FLOAT32),
                (ops, x) -> List.of(ops.math.less(x.get(0), ops.constant(50f))));
    Output start = tasks.worker().withName("start").placeholder(DType.FLOAT32, Shape.scalar());
    Output doubled = tasks.ps().control.call(twice, List.of(start)).get(0);
    Output looped = tasks.worker().control.whileLoop(small, twice, List.of(doubled)).get(0);
    Output isSmall = tasks.ps().math.less(start, tasks.ps().constant(3f));
    Output chosen = tasks.ps().control.ifThenElse(isSmall, twice, twice, List.of(looped)).get(0);
    tasks.worker().withName("end").control.identity(chosen);
    try (Client client = clusters.connect(setting, tasks.graph())) {
      assertThat(end(client, 1)).isEqualTo(128);
      assertThat(end(client, 30)).isEqualTo(120);
    }
  }
}

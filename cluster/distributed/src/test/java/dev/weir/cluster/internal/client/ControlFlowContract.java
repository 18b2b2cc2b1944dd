package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.control.ControlOps;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loops and conditionals whose nodes are on several tasks give what they give on one device. Made
 * up ones come from seeds: {@code -Dweir.seeds} runs more of them, {@code -Dweir.seed} one.
 */
@Timeout(120)
abstract class ControlFlowContract {
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));
  private static final String PS = "/job:ps/task:0";
  private static final String WORKER = "/job:worker/task:0";
  private static final String OTHER = "/job:worker/task:1";
  private static final List<String> PLACES = List.of("", PS, WORKER, OTHER);

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Ops ps = ops.withDevice(PS);
  private final Ops worker = ops.withDevice(WORKER);
  private final Ops other = ops.withDevice(OTHER);

  /** What to connect to. */
  abstract String target();

  /** How many made up programs are run. */
  abstract int seeds();

  /** Where the nodes of made up programs are. */
  List<String> places() {
    return PLACES;
  }

  private float run(Operand fetch) {
    try (Session session = Session.connect(target(), graph)) {
      float first = session.runner().options(BOUNDED).run(fetch).getFloat(0);
      for (int i = 0; i < 2; i++) {
        Runner again = session.runner().fetch(fetch).options(BOUNDED);
        assertThat(again.run().get(0).getFloat(0)).isEqualTo(first);
      }
      return first;
    }
  }

  /** A constant of the loop or branch that a value is in. */
  private static Output constant(Ops where, float value, Output here) {
    return where.withControlDependencies(here.node()).constant(value);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  void bodyVisitsThreeTasks(int parallelIterations) {
    // x = 0; y = 0; while (x < 20) { x = x + 1; y = -(y - x) }
    SplitLoop loop = new SplitLoop(graph, "loop", PS, parallelIterations);
    Output limit = loop.constant(ops.constant(20f));
    Output one = loop.constant(ops.constant(1f));
    List<Output> after =
        loop.run(
            List.of(ops.constant(0f), ops.constant(0f)),
            in -> worker.math.less(in.get(0), limit),
            in -> {
              Output x = worker.math.add(in.get(0), one);
              Output y = ps.math.neg(other.math.sub(in.get(1), x));
              return List.of(x, y);
            });
    float y = 0;
    for (int x = 1; x <= 20; x++) {
      y = -(y - x);
    }
    assertThat(run(after.get(1))).isEqualTo(y);
  }

  @Test
  void loopInALoop() {
    // x = 0; while (x < 100) { y = 0; while (y < 10) { y = y + 4 } x = x + y }
    SplitLoop outer = new SplitLoop(graph, "outer", PS, 10);
    Output hundred = outer.constant(ops.constant(100f));
    List<Output> after =
        outer.run(
            List.of(ops.constant(0f)),
            in -> ps.math.less(in.get(0), hundred),
            in -> {
              Output here = worker.control.identity(in.get(0));
              SplitLoop inner = new SplitLoop(graph, "inner", OTHER, 10);
              Output ten = inner.constant(constant(worker, 10f, here));
              Output four = inner.constant(constant(ps, 4f, here));
              Output y =
                  inner
                      .run(
                          List.of(constant(other, 0f, here)),
                          y0 -> worker.math.less(y0.get(0), ten),
                          y0 -> List.of(ps.math.add(y0.get(0), four)))
                      .get(0);
              return List.of(worker.math.add(in.get(0), y));
            });
    assertThat(run(after.get(0))).isEqualTo(108f);
  }

  @Test
  void conditionalInALoop() {
    // i = 0; x = 0; while (i < 10) { x = i < 5 ? x + 1 : x + 10; i = i + 1 }
    SplitLoop loop = new SplitLoop(graph, "loop", WORKER, 10);
    Output ten = loop.constant(ops.constant(10f));
    Output five = loop.constant(ops.constant(5f));
    Output one = loop.constant(ops.constant(1f));
    List<Output> after =
        loop.run(
            List.of(ops.constant(0f), ops.constant(0f)),
            in -> ps.math.less(in.get(0), ten),
            in -> {
              Output isSmall = other.math.less(in.get(0), five);
              ControlOps.Branches x = ps.control.switchOn(in.get(1), isSmall);
              Output small = other.math.add(x.whenTrue(), one);
              Output large = worker.math.add(x.whenFalse(), ten);
              Output merged = ps.control.merge(List.of(small, large)).output();
              return List.of(other.math.add(in.get(0), one), merged);
            });
    assertThat(run(after.get(1))).isEqualTo(55f);
  }

  @Test
  void deadBranchCrossesTasks() {
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
    ControlOps.Branches branches = ps.control.switchOn(ops.constant(3f), condition);
    Output taken = ps.math.neg(other.math.neg(worker.math.neg(branches.whenTrue())));
    Node idle = other.withControlDependencies(taken.node()).control.noOp();
    Output otherwise = other.math.square(branches.whenFalse());
    Output merged = worker.control.merge(List.of(taken, otherwise)).output();
    Output after = ps.math.add(merged, merged);
    try (Session session = Session.connect(target(), graph)) {
      for (boolean value : new boolean[] {true, false, true}) {
        Runner runner = session.runner().feed("condition", Tensors.scalar(value)).options(BOUNDED);
        float result = runner.addTarget(idle).run(after).getFloat(0);
        assertThat(result).isEqualTo(value ? -6f : 18f);
      }
    }
  }

  @Test
  void madeUpProgramsComputeWhatOneDeviceDoes() {
    int first = Integer.getInteger("weir.seed", 1);
    int count = System.getProperty("weir.seed") == null ? seeds() : 1;
    for (int seed = first; seed < first + count; seed++) {
      compare(seed);
    }
  }

  private void compare(int seed) {
    Graph here = new Graph();
    List<Output> expected = new PlacedProgram(here, seed, number -> "").build();
    Graph there = new Graph();
    IntFunction<String> places = number -> places().get(number % places().size());
    List<Output> actual = new PlacedProgram(there, seed, places).build();
    Random random = new Random(seed);
    try (Session local = Session.open(here);
        Session session = Session.connect(target(), there)) {
      for (int i = 0; i < 3; i++) {
        long[] values = random.longs(PlacedProgram.VARIABLES, -50, 50).toArray();
        assertThat(run(session, actual, values))
            .as("-Dweir.seed=%d of %s", seed, Arrays.toString(values))
            .isEqualTo(run(local, expected, values));
      }
    }
  }

  private static List<Long> run(Session session, List<Output> fetches, long[] values) {
    Runner runner = session.runner().options(BOUNDED);
    for (int i = 0; i < values.length; i++) {
      runner.feed("x" + i, Tensors.scalar(values[i]));
    }
    fetches.forEach(runner::fetch);
    return runner.run().stream().map(value -> value.getLong(0)).toList();
  }
}

package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nested conditionals and loops from seeds, on one to three devices, compared with what plain Java
 * makes of the same program. {@code -Dweir.seeds} runs more of them, {@code -Dweir.seed} one.
 */
final class TestRandomControlFlow {
  private static final int SEEDS = Integer.getInteger("weir.seeds", 150);
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void computesWhatPlainJavaDoes(int devices) {
    int first = Integer.getInteger("weir.seed", 1000 * devices);
    int count = System.getProperty("weir.seed") == null ? SEEDS : 1;
    for (int seed = first; seed < first + count; seed++) {
      int current = seed;
      assertThatCode(() -> check(current, devices))
          .as("-Dweir.seed=%d on %d devices", current, devices)
          .doesNotThrowAnyException();
    }
  }

  private static void check(int seed, int count) {
    Random random = new Random(seed);
    RandomProgram program = RandomProgram.of(random);
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    List<Output> start = new ArrayList<>();
    for (int i = 0; i < RandomProgram.VARIABLES; i++) {
      start.add(ops.placeholder(DType.INT64, Shape.of(ProgramGraph.SIZE)));
    }
    List<Output> end = new ProgramGraph(graph, random, count).build(program, start);
    CountedDevices devices = CountedDevices.of(count);
    try (Session session = Session.open(graph, devices.config().withValidation(true))) {
      run(session, program, start, end, new long[] {1, 2, 3});
      long held = devices.inUse();
      for (int i = 0; i < 3; i++) {
        run(session, program, start, end, random.longs(3, -50, 50).toArray());
        assertThat(devices.inUse()).as("bytes in use after step %d", i).isEqualTo(held);
      }
    }
  }

  private static void run(
      Session session,
      RandomProgram program,
      List<Output> start,
      List<Output> end,
      long[] variables) {
    Runner runner = session.runner().options(BOUNDED);
    for (int i = 0; i < variables.length; i++) {
      long[] values = new long[ProgramGraph.SIZE];
      Arrays.fill(values, variables[i]);
      runner.feed(start.get(i), Tensors.vector(values));
    }
    end.forEach(runner::fetch);
    List<Tensor> fetched = runner.run();
    long[] actual = new long[variables.length];
    for (int i = 0; i < variables.length; i++) {
      actual[i] = fetched.get(i).getLong(0);
      assertThat(fetched.get(i).getLong(ProgramGraph.SIZE - 1)).isEqualTo(actual[i]);
      fetched.get(i).close();
    }
    assertThat(actual)
        .as("%s of %s", program.statements, Arrays.toString(variables))
        .isEqualTo(program.interpret(variables));
  }
}

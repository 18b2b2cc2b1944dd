package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
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
    forSeeds(devices, SEEDS, seed -> new Case(seed, devices, false).computes());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void stepThatFailsGivesEverythingBack(int devices) {
    forSeeds(devices, SEEDS / 2, seed -> new Case(seed, devices, true).failsCleanly());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void stepThatIsCancelledGivesEverythingBack(int devices) {
    forSeeds(devices, SEEDS / 3, seed -> new Case(seed, devices, false).isCancelledCleanly());
  }

  @Test
  void computesTheSameWhenItAsksForValuesLate() {
    NarrowSchedule schedule = new NarrowSchedule();
    forSeeds(3, SEEDS, seed -> new Case(seed, 3, false, schedule::in).computes());
    assertThat(schedule.delayed()).as("delayed receives").isPositive();
  }

  private static void forSeeds(int devices, int seeds, IntConsumer check) {
    int first = Integer.getInteger("weir.seed", 1000 * devices);
    int count = System.getProperty("weir.seed") == null ? seeds : 1;
    for (int seed = first; seed < first + count; seed++) {
      int current = seed;
      assertThatCode(() -> check.accept(current))
          .as("-Dweir.seed=%d on %d devices", current, devices)
          .doesNotThrowAnyException();
    }
  }

  /** One program, in one of the graphs there are for it. */
  private static final class Case {
    private final Random random;
    private final RandomProgram program;
    private final Graph graph = new Graph();
    private final List<Output> start = new ArrayList<>();
    private final List<Output> end;
    private final CountedDevices devices;

    private final LocalOptions config;

    Case(int seed, int count, boolean fails) {
      this(seed, count, fails, config -> config);
    }

    Case(int seed, int count, boolean fails, UnaryOperator<LocalOptions> changes) {
      random = new Random(seed);
      program = RandomProgram.of(random);
      devices = CountedDevices.of(count);
      config = changes.apply(devices.config().toBuilder().validate(true).build());
      FixtureGraph ops = FixtureGraph.of(graph);
      for (int i = 0; i < RandomProgram.VARIABLES; i++) {
        start.add(ops.placeholder(DType.INT64, Shape.of(ProgramGraph.SIZE)));
      }
      end = new ProgramGraph(graph, random, count, fails).build(program, start);
    }

    private Session open() {
      return Session.open(graph, config);
    }

    void computes() {
      try (Session session = open()) {
        run(session, BOUNDED, 1, 2, 3);
        long held = devices.inUse();
        for (int i = 0; i < 3; i++) {
          run(session, BOUNDED, random.longs(3, -50, 50).toArray());
          assertThat(devices.inUse()).as("bytes in use after step %d", i).isEqualTo(held);
        }
      }
    }

    void failsCleanly() {
      try (Session session = open()) {
        for (int i = 0; i < 5; i++) {
          try {
            run(session, BOUNDED, random.longs(3, -50, 50).toArray());
          } catch (WeirException e) {
            assertThat(e).hasMessageMatching("(?s)\\[TestFailAt .*\\] -?\\d+ will not do.*");
          }
          assertThat(devices.inUse()).as("bytes in use after step %d", i).isZero();
        }
      }
    }

    void isCancelledCleanly() {
      try (Session session = open()) {
        run(session, BOUNDED, 1, 2, 3);
        for (int i = 0; i < 5; i++) {
          Cancellation cancellation = new Cancellation();
          CompletableFuture<Void> stopper = CompletableFuture.runAsync(cancellation::cancel);
          try {
            run(session, BOUNDED.withCancellation(cancellation), 7, 11, 13);
          } catch (WeirException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CANCELLED);
          }
          stopper.join();
          assertThat(devices.inUse()).as("bytes in use after step %d", i).isZero();
        }
      }
    }

    private void run(Session session, RunOptions options, long... variables) {
      Runner runner = session.runner().options(options);
      for (int i = 0; i < variables.length; i++) {
        Tensor value = Tensors.fill(DType.INT64, Shape.of(ProgramGraph.SIZE), variables[i]);
        runner.feed(start.get(i), value);
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
}

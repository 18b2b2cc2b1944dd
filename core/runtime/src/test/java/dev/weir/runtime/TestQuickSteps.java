package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.Compilers;
import dev.weir.runtime.internal.GraphServices;
import dev.weir.runtime.internal.NodeStates;
import dev.weir.runtime.internal.compile.Boundary;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a step goes on when a value comes that it waits for. */
@Timeout(60)
final class TestQuickSteps {
  /** Many more than it takes, for threads are stopped now and then. */
  private static final int MANY = 20_000;

  private static final long AT_ONCE = 0;
  private static final long LONG_NANOS = 400_000;

  private final Graph graph = new Graph();
  private final Output nanos = FixtureGraph.of(graph).placeholder(DType.INT64, Shape.scalar());
  private final Output thread = graph.node("TestThread").input(nanos).build().output(0);
  private final LocalOptions config = LocalOptions.standard();
  private final PlanCompiler compiler = Compilers.plans(config);
  private final GraphServices services = new GraphServices(graph, compiler, new NodeStates());
  private final StepPart part =
      Compilers.steps(config)
          .compile(
              graph,
              new StepSpec(List.of(nanos.name()), List.of(thread.name()), List.of()),
              Boundary.RENDEZVOUS)
          .parts()
          .getFirst();
  private final List<ExecutionPlan> plans = compiler.compile(part.graph());

  /** Runs a step that takes so long once this thread has brought what it waits for. */
  private boolean runsHere(long takes) throws Exception {
    LocalRendezvous rendezvous = new LocalRendezvous();
    Step step = new Step(new Tensor[0], 0, services, rendezvous);
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    step.start(plans, error -> over.complete(error == null));
    CompletableFuture<Long> ran = new CompletableFuture<>();
    rendezvous.receive(
        part.fetchKey(thread),
        (value, error) ->
            ran.complete(value == null || value.tensor() == null ? -1 : value.tensor().getLong(0)));
    rendezvous.send(part.feedKey(nanos), new Rendezvous.Value(Tensors.scalar(takes)));
    assertThat(over.get(10, TimeUnit.SECONDS)).isTrue();
    return ran.get(10, TimeUnit.SECONDS) == Thread.currentThread().threadId();
  }

  private boolean isQuick() {
    return plans.stream().allMatch(ExecutionPlan::isQuick);
  }

  /** How many steps it takes until one runs here, or elsewhere. */
  private int stepsUntil(boolean here, long takes) throws Exception {
    int steps = 1;
    while (runsHere(takes) != here && steps < MANY) {
      steps++;
    }
    return steps;
  }

  @Test
  void anUnknownStepRunsOnAnotherThread() throws Exception {
    assertThat(isQuick()).isFalse();
    assertThat(runsHere(AT_ONCE)).isFalse();
  }

  @Test
  void aQuickStepRunsWhereItsValueComesFrom() throws Exception {
    assertThat(stepsUntil(true, AT_ONCE)).isBetween(20, MANY - 1);
    assertThat(isQuick()).isTrue();
  }

  @Test
  void aStepThatBecomesSlowStopsDoingSo() throws Exception {
    assertThat(stepsUntil(true, AT_ONCE)).isLessThan(MANY);
    assertThat(stepsUntil(false, LONG_NANOS)).isLessThan(30);
    assertThat(isQuick()).isFalse();
    assertThat(stepsUntil(true, AT_ONCE)).as("and quick again").isLessThan(MANY);
  }

  @Test
  void aSlowStepNeverDoes() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(runsHere(LONG_NANOS)).isFalse();
    }
  }
}

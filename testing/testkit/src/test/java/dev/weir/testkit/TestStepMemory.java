package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.PartialRun;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much memory a training step takes beyond the variables. */
final class TestStepMemory {
  private static final int LAYERS = 20;

  /** Weights of 40 kB: so small that no other thread helps, which might hold more at a time. */
  private static final int UNITS = 100;

  private static final long WEIGHTS = 4L * UNITS * UNITS;
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(10));

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Allocator allocator = new CachingAllocator(64 << 20);
  private final List<Node> initializers = new ArrayList<>();
  private final List<Node> updates = new ArrayList<>();

  /** A device whose memory no other test uses; other kernels may need scratch memory. */
  private LocalOptions config() {
    Device usual = Device.cpu(DeviceSpec.ANY, 0, 1);
    Device own = new Device(usual.spec(), usual.incarnation(), 1, allocator, usual.resources());
    return LocalOptions.builder().devices(List.of(own)).kernels(KernelSelector.reference()).build();
  }

  private GraphVariable weights() {
    Output shape = ops.constant(new int[] {UNITS, UNITS});
    GraphVariable weights = ops.state.variable(ops.array.fill(shape, ops.constant(0.01f)));
    initializers.add(weights.initializer());
    return weights;
  }

  private void update(GraphVariable weights, Output gradient) {
    Output rate = ops.constant(0.001f);
    updates.add(ops.train.resourceApplyGradientDescent(weights.handle(), rate, gradient));
  }

  /** Products one after the other; the error comes back through the same weights. */
  private void buildNetwork() {
    List<GraphVariable> layers = new ArrayList<>();
    List<Output> inputs = new ArrayList<>();
    List<Output> read = new ArrayList<>();
    Output current = ops.constant(Tensors.ones(DType.FLOAT32, Shape.of(2, UNITS)));
    for (int i = 0; i < LAYERS; i++) {
      layers.add(weights());
      inputs.add(current);
      read.add(layers.get(i).read());
      current = ops.linalg.matMul(current, read.get(i));
    }
    Output error = current;
    for (int i = LAYERS - 1; i >= 0; i--) {
      Output gradient = ops.linalg.matMul(inputs.get(i), error, true, false);
      error = ops.linalg.matMul(error, read.get(i), false, true);
      update(layers.get(i), gradient);
    }
    updates.add(error.node());
  }

  private static void run(Session session, List<Node> targets) {
    Runner runner = session.runner().options(BOUNDED);
    targets.forEach(runner::addTarget);
    runner.run();
  }

  @Test
  void oneGradientIsHeldAtATimeAndNoVariableIsCopied() {
    buildNetwork();
    try (Session session = Session.open(graph, config())) {
      run(session, initializers);
      run(session, updates);
      long before = allocator.usage().inUse();
      assertThat(before).isGreaterThanOrEqualTo(LAYERS * WEIGHTS);
      allocator.restartPeak();
      run(session, updates);
      Allocator.Usage after = allocator.usage();
      assertThat(after.inUse()).isEqualTo(before);
      assertThat(after.peak() - before).isBetween(WEIGHTS, 2 * WEIGHTS - 1);
    }
  }

  @Test
  void laterStepsTakeNothingFromTheSystem() {
    buildNetwork();
    try (Session session = Session.open(graph, config())) {
      run(session, initializers);
      run(session, updates);
      run(session, updates);
      long reserved = reserved();
      for (int i = 0; i < 50; i++) {
        run(session, updates);
        assertThat(reserved()).as("in step %d", i + 3).isLessThanOrEqualTo(reserved);
      }
    }
  }

  private long reserved() {
    Allocator.Usage usage = allocator.usage();
    return usage.inUse() + usage.cached();
  }

  @Test
  void changeDoesNotWaitForAReaderThatWaitsForSomethingElse() {
    GraphVariable weights = weights();
    Output late = ops.withName("late").placeholder(DType.FLOAT32, Shape.of(UNITS, UNITS));
    Output gradient = ops.withName("gradient").placeholder(DType.FLOAT32, Shape.of(UNITS, UNITS));
    Output read = weights.read();
    ops.withName("product").math.mul(read, late);
    Ops afterRead = ops.withControlDependencies(read.node());
    Node change =
        afterRead.train.resourceApplyGradientDescent(weights.handle(), ops.constant(1f), gradient);
    ops.withControlDependencies(change).withName("changed").control.identity(gradient);
    Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(UNITS, UNITS));
    try (Session session = Session.open(graph, config())) {
      run(session, initializers);
      try (PartialRun run =
          session.partialRun(
              List.of("gradient", "late"), List.of("changed", "product"), List.of(), BOUNDED)) {
        run.feed("gradient", ones);
        run.fetch("changed").close();
        run.feed("late", ones);
        try (Tensor product = run.fetch("product")) {
          assertThat(product.getFloat(0)).isEqualTo(0.01f);
        }
      }
      try (Tensor changed = session.run(weights)) {
        assertThat(changed.getFloat(0)).isEqualTo(0.01f - 1);
      }
    }
  }
}

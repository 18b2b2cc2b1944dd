package dev.weir.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A perceptron of two layers learns by gradient descent, its variables on the ps and all else on
 * the worker: to the same loss after every step in every mix, as in one process.
 */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestTraining {
  private static final int STEPS = 40;
  private static final int BATCH = 16;
  private static final int INPUTS = 6;
  private static final int HIDDEN = 12;
  private static final int CLASSES = 3;
  private static final String[] NAMES = {"w1", "b1", "w2", "b2"};
  private static final float[] EXPECTED = inOneProcess();

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void learnsTheSame(Setting setting, Clusters clusters) {
    List<String> fetches = new ArrayList<>(List.of("loss"));
    float[] losses = new float[STEPS];
    try (Client client = clusters.connect(setting, model(true))) {
      client.target("init");
      for (int step = 0; step < STEPS; step++) {
        losses[step] = client.run(batch(step), fetches, List.of("train")).getFirst().getFloat(0);
      }
    }
    assertThat(losses).containsExactly(EXPECTED, within(2e-4f));
    assertThat(losses[STEPS - 1]).isLessThan(losses[0] * 0.5f);
  }

  private static float[] inOneProcess() {
    float[] losses = new float[STEPS];
    try (Session session = Session.open(model(false))) {
      session.runner().addTarget("init").run();
      for (int step = 0; step < STEPS; step++) {
        Runner runner = session.runner().fetch("loss").addTarget("train");
        batch(step).forEach(runner::feed);
        losses[step] = runner.run().getFirst().getFloat(0);
      }
    }
    return losses;
  }

  private static Graph model(boolean onTwoTasks) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Ops ps = onTwoTasks ? ops.withDevice("/job:ps/task:0") : ops;
    Ops worker = onTwoTasks ? ops.withDevice("/job:worker/task:0") : ops;
    Output x = worker.withName("x").placeholder(DType.FLOAT32, Shape.of(BATCH, INPUTS));
    Output labels = worker.withName("labels").placeholder(DType.INT32, Shape.of(BATCH));
    Random random = new Random(7);
    List<Node> inits = new ArrayList<>();
    List<Output> handles = new ArrayList<>();
    List<Output> values = new ArrayList<>();
    List<Shape> shapes =
        List.of(
            Shape.of(INPUTS, HIDDEN),
            Shape.of(HIDDEN),
            Shape.of(HIDDEN, CLASSES),
            Shape.of(CLASSES));
    for (int i = 0; i < NAMES.length; i++) {
      Output handle = ps.withName(NAMES[i]).state.varHandleOp(DType.FLOAT32, shapes.get(i));
      Output start = ps.constant(drawn(random, shapes.get(i)));
      inits.add(ps.state.assignVariableOp(handle, start));
      handles.add(handle);
      values.add(ps.withName(NAMES[i] + "/read").state.readVariableOp(handle, DType.FLOAT32));
    }
    Output hidden =
        worker.nn.relu(worker.math.add(worker.linalg.matMul(x, values.get(0)), values.get(1)));
    Output logits = worker.math.add(worker.linalg.matMul(hidden, values.get(2)), values.get(3));
    Output losses = worker.nn.sparseSoftmaxCrossEntropyWithLogits(labels, logits);
    Output loss = worker.withName("loss").math.mean(losses, 0);
    List<Node> updates = new ArrayList<>();
    List<Gradient> gradients = Gradients.in(worker.scope()).of(List.of(loss), values);
    Output rate = ps.constant(0.3f);
    for (int i = 0; i < NAMES.length; i++) {
      Output gradient = ((Gradient.Dense) gradients.get(i)).value();
      updates.add(
          ps.withControlDependencies(loss.node())
              .train
              .resourceApplyGradientDescent(handles.get(i), rate, gradient));
    }
    ps.withName("init").withControlDependencies(inits.toArray(Node[]::new)).control.noOp();
    ps.withName("train").withControlDependencies(updates.toArray(Node[]::new)).control.noOp();
    return graph;
  }

  private static Tensor drawn(Random random, Shape shape) {
    Tensor tensor = Tensor.allocate(DType.FLOAT32, shape);
    for (int i = 0; i < tensor.elements(); i++) {
      tensor.setFloat(i, random.nextFloat() - 0.5f);
    }
    return tensor.freeze();
  }

  /** Points around three corners. */
  private static Map<String, Tensor> batch(int step) {
    Random random = new Random(step);
    float[] points = new float[BATCH * INPUTS];
    int[] labels = new int[BATCH];
    for (int i = 0; i < BATCH; i++) {
      labels[i] = random.nextInt(CLASSES);
      for (int j = 0; j < INPUTS; j++) {
        points[i * INPUTS + j] = random.nextFloat() + (j % CLASSES == labels[i] ? 1 : 0);
      }
    }
    return Map.of(
        "x", Tensors.of(Shape.of(BATCH, INPUTS), points), "labels", Tensors.vector(labels));
  }
}

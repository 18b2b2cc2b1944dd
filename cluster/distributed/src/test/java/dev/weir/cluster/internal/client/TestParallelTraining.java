package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A linear model trained over several tasks, compared with the same training in one process. */
@Timeout(60)
final class TestParallelTraining {
  private static final String PS = "/job:ps/task:0";
  private static final List<String> WORKERS = List.of("/job:worker/task:0", "/job:worker/task:1");
  private static final int BATCH = 8;
  private static final int FEATURES = 3;
  private static final int STEPS = 30;
  private static final float RATE = 0.1f;

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  /** A model w and what is fed to it, in a graph of its own. */
  private static final class Regression {
    final Graph graph = new Graph();
    final Ops ops = Ops.create(graph);
    final Output x = ops.placeholder(DType.FLOAT32, Shape.of(BATCH, FEATURES));
    final Output y = ops.placeholder(DType.FLOAT32, Shape.of(BATCH, 1));
    final GraphVariable weights =
        ops.withName("w_" + System.nanoTime())
            .withDevice(PS)
            .state
            .variable(ops.constant(Tensors.of(Shape.of(FEATURES, 1), new float[FEATURES])));
    final Output read = weights.read();
    final Node update;

    /** The update is made from the sum of the gradients over a batch. */
    Regression(BiFunction<Regression, Output, Output> gradient) {
      Output sum = gradient.apply(this, read);
      Output step = ops.withDevice(PS).math.mul(sum, ops.constant(RATE / BATCH));
      update = weights.assignSub(step);
    }

    /** xᵀ (x w - y) for a part of the batch. */
    Output gradient(Ops where, Output inputs, Output targets) {
      Output error = where.math.sub(where.linalg.matMul(inputs, read), targets);
      return where.linalg.matMul(inputs, error, true, false);
    }

    float[] train(Session session) {
      Random random = new Random(5);
      session.runner().addTarget(weights.initializer()).run();
      for (int i = 0; i < STEPS; i++) {
        float[] inputs = new float[BATCH * FEATURES];
        float[] targets = new float[BATCH];
        for (int row = 0; row < BATCH; row++) {
          for (int k = 0; k < FEATURES; k++) {
            inputs[row * FEATURES + k] = random.nextFloat() - 0.5f;
            targets[row] += (k + 1) * inputs[row * FEATURES + k];
          }
        }
        session
            .runner()
            .feed(x, Tensors.of(Shape.of(BATCH, FEATURES), inputs))
            .feed(y, Tensors.of(Shape.of(BATCH, 1), targets))
            .addTarget(update)
            .run();
      }
      Tensor trained = session.run(read);
      return new float[] {trained.getFloat(0), trained.getFloat(1), trained.getFloat(2)};
    }
  }

  private static Regression sequential() {
    return new Regression((model, w) -> model.gradient(model.ops, model.x, model.y));
  }

  private static float[] trainedHere() {
    Regression model = sequential();
    try (Session session = Session.open(model.graph, LocalTasks.config())) {
      return model.train(session);
    }
  }

  private static float[] trainedThere(Regression model) {
    try (Session session = Session.connect(cluster.target("worker", 0), model.graph)) {
      return model.train(session);
    }
  }

  @Test
  void replicasInOneGraphEqualOneLargeBatch() {
    Regression replicas =
        new Regression(
            (model, w) -> {
              Ops ops = model.ops;
              int share = BATCH / WORKERS.size();
              List<Output> sums = new java.util.ArrayList<>();
              for (int i = 0; i < WORKERS.size(); i++) {
                Ops replica = ops.withDevice(WORKERS.get(i));
                Output begin = replica.constant(new int[] {i * share, 0});
                Output rows =
                    replica.array.slice(
                        model.x, begin, replica.constant(new int[] {share, FEATURES}));
                Output targets =
                    replica.array.slice(model.y, begin, replica.constant(new int[] {share, 1}));
                sums.add(model.gradient(replica, rows, targets));
              }
              return ops.withDevice(PS).math.addN(sums);
            });
    assertThat(trainedThere(replicas)).containsExactly(trainedHere(), within(1e-5f));
  }

  @Test
  void modelInPartsEqualsTheWhole() {
    // the columns of x and the rows of w are shared out, as are the layers of larger models
    Regression parts =
        new Regression(
            (model, w) -> {
              Ops first = model.ops.withDevice(WORKERS.get(0));
              Ops second = model.ops.withDevice(WORKERS.get(1));
              Output product = columns(first, model.x, w, 0, 1);
              Output rest = columns(second, model.x, w, 1, FEATURES - 1);
              Output error = first.math.sub(first.math.add(product, rest), model.y);
              return second.linalg.matMul(model.x, error, true, false);
            });
    assertThat(trainedThere(parts)).containsExactly(trainedHere(), within(1e-5f));
  }

  private static Output columns(Ops where, Output x, Output w, int from, int count) {
    Output inputs = where.array.slice(x, new long[] {0, from}, new long[] {BATCH, count});
    Output rows = where.array.slice(w, new long[] {from, 0}, new long[] {count, 1});
    return where.linalg.matMul(inputs, rows);
  }

  @Test
  void trainingConverges() {
    assertThat(trainedThere(sequential())[2]).isGreaterThan(0.5f);
  }
}

package dev.weir.examples.models;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.optimizer.Adam;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A plane through points, found by two workers that do not wait for each other. The variables are
 * on a parameter server; each worker knows half of the points, takes the variables as they are, and
 * sends back what it would change.
 *
 * <p>The cluster is in this process, with real connections between its tasks. On several machines
 * each task is a {@code weir server}, and a worker connects to {@code grpc://host:port}; nothing
 * else is different.
 */
public final class AsyncTraining {
  private static final int WORKERS = 2;
  private static final int STEPS = 200;
  private static final int BATCH = 32;

  private AsyncTraining() {}

  /** {@code y = a · x0 + b · x1 + c}. */
  record Plane(float a, float b, float c) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "y = %.2f x0 %+.2f x1 %+.2f", a, b, c);
    }
  }

  /** What the points are drawn around, and is to be found out. */
  static final Plane TRUTH = new Plane(1.5f, -2f, 0.5f);

  /**
   * What came of it.
   *
   * @param steps how many steps each worker has made
   */
  record Result(Plane learned, List<Integer> steps) {}

  public static void main(String[] arguments) throws Exception {
    Result result = train();
    System.out.println("true plane     " + TRUTH);
    System.out.println("learned plane  " + result.learned());
    for (int i = 0; i < WORKERS; i++) {
      System.out.println("worker " + i + " made " + result.steps().get(i) + " steps");
    }
  }

  static Result train() throws InterruptedException, ExecutionException {
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", WORKERS));
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS)) {
      Future<Integer> other = threads.submit(() -> new Worker(1).train(cluster));
      Worker chief = new Worker(0);
      int steps = chief.train(cluster);
      int others = other.get(); // it stops when both together have made all steps
      return new Result(chief.learned(cluster), List.of(steps, others));
    }
  }

  /** One worker. All build the same model, each with its own part of the work on its own task. */
  private static final class Worker {
    private final int task;
    private final ReplicaDeviceSetter devices;
    private final Model model;
    private final Output x;
    private final Output y;
    private final GraphVariable slopes;
    private final GraphVariable height;
    private final Node step;
    private final Random random;

    Worker(int task) {
      this.task = task;
      this.random = new Random(task);
      this.devices = ReplicaDeviceSetter.of(1, "/job:worker/task:" + task);
      this.model = Model.create(new Graph(), 1, devices);
      Ops ops = model.ops();
      this.x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
      this.y = ops.withName("y").placeholder(DType.FLOAT32, Shape.of(-1, 1));
      this.slopes = model.variable("slopes", ops.constant(Tensors.of(Shape.of(2, 1), 0f, 0f)));
      this.height = model.variable("height", ops.constant(0f));
      Output guess = ops.math.add(ops.linalg.matMul(x, slopes), height);
      this.step = Adam.of(0.1f).minimize(model, Losses.meanSquaredError(ops, y, guess));
    }

    /** Its session needs the server and its own task; that others come and go is no matter. */
    private Session connect(LocalCluster cluster) {
      ClusterOptions config = ClusterOptions.builder().deviceFilters(devices.filters()).build();
      return Session.connect(cluster.target("worker", task), model.graph(), config);
    }

    /**
     * Trains until all workers together have made all steps, at least for one step. Returns how
     * many were its own.
     */
    int train(LocalCluster cluster) {
      Role role = task == 0 ? Role.CHIEF : Role.WORKER; // the chief gives variables their values
      TrainingTarget target =
          TrainingTarget.cluster(cluster.target("worker", task), devices)
              .as(role)
              .named("async-training"); // a worker that starts late finds it complete
      int own = 0;
      try (TrainingSession training =
          TrainingSession.of(model, target).listeners(TrainingListener.stopAtStep(STEPS)).start()) {
        do {
          float[][] points = new float[BATCH][2];
          float[][] heights = new float[BATCH][1];
          draw(points, heights);
          Tensor inputs = Tensors.ofArray(points);
          Tensor outputs = Tensors.ofArray(heights);
          training.run(runner -> runner.feed(x, inputs).feed(y, outputs).addTarget(step));
          own++;
        } while (!training.shouldStop());
      }
      return own;
    }

    /** Points of its half: worker 0 has those on the left, worker 1 those on the right. */
    private void draw(float[][] points, float[][] heights) {
      for (int i = 0; i < BATCH; i++) {
        points[i][0] = random.nextFloat() + task - 1;
        points[i][1] = random.nextFloat(-1, 1);
        heights[i][0] =
            TRUTH.a() * points[i][0]
                + TRUTH.b() * points[i][1]
                + TRUTH.c()
                + (float) random.nextGaussian(0, 0.05);
      }
    }

    /** What is on the server now. */
    Plane learned(LocalCluster cluster) {
      try (Session session = connect(cluster)) {
        var values = session.run(slopes, height);
        float[] slope = values.get(slopes).floats();
        return new Plane(slope[0], slope[1], values.get(height).scalarFloat());
      }
    }
  }
}

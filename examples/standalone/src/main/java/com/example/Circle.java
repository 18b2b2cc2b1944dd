package com.example;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.MemoryBatches;
import dev.weir.train.Metrics;
import dev.weir.train.Model;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingTarget;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import java.util.Random;

/** Learns which points of a square lie inside a circle. */
public final class Circle {
  private Circle() {}

  public static void main(String[] arguments) {
    Model model = Model.create(new Graph(), 1);
    Ops ops = model.ops();
    Output point = ops.withName("point").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output label = ops.withName("label").placeholder(DType.INT32, Shape.of(-1));
    Output scores = Sequential.of(Dense.of(16).relu(), Dense.of(2)).apply(model, point);
    Trainer trainer =
        Trainer.of(model, Losses.sparseSoftmaxCrossEntropy(ops, label, scores), Adam.of(0.02f))
            .inputs(point, label)
            .metric("accuracy", Metrics.accuracy(label, scores));
    try (Session session = Session.open(model.graph())) {
      trainer.fit(
          TrainingTarget.in(session),
          points(2000, 1).batch(50).shuffled(2),
          FitOptions.epochs(20).evaluating(points(1000, 3).batch(1000)),
          TrainingListener.everyEpochs(5, System.out::println));

      Tensor center = Tensors.of(Shape.of(1, 2), 0f, 0f);
      Tensor score = session.runner().feed(point, center).run(scores);
      System.out.println("center is inside: " + (score.getFloat(1) > score.getFloat(0)));
    }
  }

  /** Random points of the square from -1 to 1, labeled 1 inside a circle of radius 0.7, else 0. */
  private static MemoryBatches points(int count, long seed) {
    Random random = new Random(seed);
    float[][] points = new float[count][2];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      points[i][0] = random.nextFloat(-1, 1);
      points[i][1] = random.nextFloat(-1, 1);
      labels[i] = Math.hypot(points[i][0], points[i][1]) < 0.7 ? 1 : 0;
    }
    return Batches.of(Tensors.ofArray(points), Tensors.vector(labels));
  }
}

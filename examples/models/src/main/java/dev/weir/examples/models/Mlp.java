package dev.weir.examples.models;

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
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import java.util.Random;

/**
 * Tells two spirals apart that are wound around each other, which no line can: layers in a row,
 * trained by a trainer. Then draws which parts of the plane it takes for which spiral.
 */
public final class Mlp {
  private static final int ROWS = 25;
  private static final int COLUMNS = 50;

  private Mlp() {}

  public static void main(String[] arguments) {
    // With a seed, the weights start with the same random numbers in every run.
    Model model = Model.create(new Graph(), 3);
    Ops ops = model.ops();
    Output point = ops.withName("point").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output spiral = ops.withName("spiral").placeholder(DType.INT32, Shape.of(-1));

    // Layers are descriptions; applied to a model they make its variables. The result is a score
    // for each spiral, and the higher one is the guess.
    Output scores =
        Sequential.of(Dense.of(32).relu(), Dense.of(32).relu(), Dense.of(2)).apply(model, point);
    Output guess = ops.math.argMax(scores, 1);

    // The trainer needs to know what to make small, how, what batches are fed to, and what to tell.
    Trainer trainer =
        Trainer.of(model, Losses.sparseSoftmaxCrossEntropy(ops, spiral, scores), Adam.of(0.01f))
            .inputs(point, spiral)
            .metric("accuracy", Metrics.accuracy(spiral, scores));
    try (Session session = Session.open(model.graph())) {
      trainer.fit(
          session,
          spirals(1000, 1).batch(50).shuffled(4),
          FitOptions.epochs(40).evaluating(spirals(500, 2).batch(500)),
          TrainingListener.everyEpochs(10, System.out::println));

      // What was trained is used by a plain run: feed points, fetch guesses.
      Tensor guesses = session.runner().feed(point, plane()).run(guess);
      System.out.print(map(guesses));
    }
  }

  /** Points of two spirals, and which of them each is on. */
  private static MemoryBatches spirals(int count, long seed) {
    Random random = new Random(seed);
    float[][] points = new float[count][2];
    int[] spiral = new int[count];
    for (int i = 0; i < count; i++) {
      spiral[i] = i % 2;
      double radius = Math.sqrt(random.nextDouble(0.01, 1)); // as many points far out as near
      double angle = 3 * Math.PI * radius + Math.PI * spiral[i];
      points[i][0] = (float) (radius * Math.cos(angle) + 0.02 * random.nextGaussian());
      points[i][1] = (float) (radius * Math.sin(angle) + 0.02 * random.nextGaussian());
    }
    return Batches.of(Tensors.ofArray(points), Tensors.vector(spiral));
  }

  /** Every place of the map as a point, row by row. */
  private static Tensor plane() {
    float[][][] places = new float[ROWS][COLUMNS][2];
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        places[row][column][0] = 2f * column / (COLUMNS - 1) - 1;
        places[row][column][1] = 1 - 2f * row / (ROWS - 1);
      }
    }
    return Tensors.ofArray(places).reshaped(Shape.of(ROWS * COLUMNS, 2));
  }

  private static String map(Tensor guesses) {
    StringBuilder map = new StringBuilder();
    for (int i = 0; i < ROWS * COLUMNS; i++) {
      map.append(guesses.getLong(i) == 0 ? '.' : '#');
      if (i % COLUMNS == COLUMNS - 1) {
        map.append('\n');
      }
    }
    return map.toString();
  }
}

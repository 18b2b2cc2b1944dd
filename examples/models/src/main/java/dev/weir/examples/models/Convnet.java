package dev.weir.examples.models;

import dev.weir.checkpoint.Retention;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.MemoryBatches;
import dev.weir.train.Metrics;
import dev.weir.train.Model;
import dev.weir.train.Restoring;
import dev.weir.train.Saver;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingTarget;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.Sequential;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.listener.EarlyStopping;
import dev.weir.train.optimizer.Adam;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.BiPredicate;

/**
 * Recognizes shapes in noisy pictures with convolutions. Listeners print, save and end the
 * training; the best checkpoint is then restored in a session that knows nothing yet.
 */
public final class Convnet {
  private static final int SIDE = 16;

  private Convnet() {}

  /** What is drawn, around the origin and about as large as the unit circle. */
  private enum Kind {
    DISC((x, y) -> Math.hypot(x, y) < 0.9),
    SQUARE((x, y) -> Math.max(Math.abs(x), Math.abs(y)) < 0.8),
    TRIANGLE((x, y) -> y < 0.8 && y > 2 * Math.abs(x) - 1),
    CROSS((x, y) -> Math.hypot(x, y) < 1 && Math.min(Math.abs(x), Math.abs(y)) < 0.3);

    private final BiPredicate<Double, Double> covers;

    Kind(BiPredicate<Double, Double> covers) {
      this.covers = covers;
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path checkpoint = train(Files.createTempDirectory("weir-convnet"));
    System.out.println("look at the checkpoint with");
    System.out.println("  ./weir checkpoint show " + checkpoint);
  }

  /** Trains, and saves checkpoints in a folder. Returns the best. */
  static Path train(Path folder) {
    // Images are [batch, rows, columns, channels]; every pool halves them: 16, 8, 4.
    Model model = Model.create(new Graph(), 5);
    Ops ops = model.ops();
    Output image = ops.withName("image").placeholder(DType.FLOAT32, Shape.of(-1, SIDE, SIDE, 1));
    Output kind = ops.withName("kind").placeholder(DType.INT32, Shape.of(-1));
    Output scores =
        Sequential.of(
                Conv2D.of(8, 3).same().relu(),
                MaxPool2D.of(2),
                Conv2D.of(16, 3).same().relu(),
                MaxPool2D.of(2),
                new Flatten(),
                Dense.of(32).relu(),
                Dropout.of(0.2), // only while training: a trainer's steps say that they do
                Dense.of(Kind.values().length))
            .apply(model, image);

    Trainer trainer =
        Trainer.of(model, Losses.sparseSoftmaxCrossEntropy(ops, kind, scores), Adam.of(0.004f))
            .inputs(image, kind)
            .metric("accuracy", Metrics.accuracy(kind, scores));

    // Checkpoints are TensorFlow's. Two are kept: the last, and the one with the highest accuracy.
    Batches test = shapes(500, 2).batch(250);
    try (Saver saver =
        Saver.of(model, folder.resolve("convnet"), Retention.last(1).andHighest(1))) {
      trainer.fit(
          TrainingTarget.local(),
          shapes(2000, 1).batch(50).shuffled(4),
          FitOptions.epochs(12).evaluating(test).checkpoints(saver),
          TrainingListener.everyEpoch(System.out::println),
          EarlyStopping.highest("accuracy", 3), // after three epochs without improvement
          CheckpointSaver.everyEpoch("accuracy"));

      // Variables live in a session: a new one has none of the values, until they are restored.
      try (Session session = Session.open(model.graph())) {
        Path best = saver.best().orElseThrow();
        saver.restore(session, best, Restoring.all());
        System.out.println("the best again: " + trainer.evaluate(session, test));
        return best;
      }
    }
  }

  /** Shapes of all kinds, here and there, large and small, in noise. */
  private static MemoryBatches shapes(int count, long seed) {
    Random random = new Random(seed);
    float[][][][] images = new float[count][SIDE][SIDE][1];
    int[] kinds = new int[count];
    for (int i = 0; i < count; i++) {
      kinds[i] = i % Kind.values().length;
      double radius = random.nextDouble(3, 6);
      double middleX = random.nextDouble(6, SIDE - 6);
      double middleY = random.nextDouble(6, SIDE - 6);
      BiPredicate<Double, Double> covers = Kind.values()[kinds[i]].covers;
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          boolean isCovered = covers.test((x - middleX) / radius, (y - middleY) / radius);
          images[i][y][x][0] = (isCovered ? 1 : 0) + 0.2f * (float) random.nextGaussian();
        }
      }
    }
    return Batches.of(Tensors.ofArray(images), Tensors.vector(kinds));
  }
}

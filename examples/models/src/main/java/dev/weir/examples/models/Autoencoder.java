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
import dev.weir.train.Model;
import dev.weir.train.Trainer;
import dev.weir.train.TrainingListener;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import java.util.List;
import java.util.Random;

/**
 * Squeezes pictures of 144 pixels into a code of four numbers and makes pictures of codes again. It
 * is told nothing but the pictures. As any edge of a graph can be fed, the half that makes pictures
 * also works alone: with codes that no picture has.
 */
public final class Autoencoder {
  private static final int SIDE = 12;
  private static final int PIXELS = SIDE * SIDE;
  private static final int CODE = 4;
  private static final int SHOWN = 3;
  private static final String SHADES = " .:-=+*#%@";

  private Autoencoder() {}

  public static void main(String[] arguments) {
    Model model = Model.create(new Graph(), 9);
    Ops ops = model.ops();
    Output picture = ops.withName("picture").placeholder(DType.FLOAT32, Shape.of(-1, PIXELS));

    // Two networks, one behind the other; all that passes from the one to the other is the code.
    Output code = Sequential.of(Dense.of(64).relu(), Dense.of(CODE)).apply(model, picture);
    Output logits = Sequential.of(Dense.of(64).relu(), Dense.of(PIXELS)).apply(model, code);
    Output again = ops.math.sigmoid(logits);

    // What is wanted is what was given, so there are no labels.
    Trainer trainer =
        Trainer.of(model, Losses.sigmoidCrossEntropy(ops, picture, logits), Adam.of(0.005f))
            .inputs(picture)
            .metric("error", Losses.meanSquaredError(ops, picture, again));
    Tensor unknown = rings(200, 2);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(
          session,
          Batches.of(rings(2000, 1)).batch(50).shuffled(3),
          FitOptions.epochs(30).evaluating(Batches.of(unknown).batch(200)),
          TrainingListener.everyEpochs(10, System.out::println));

      List<Tensor> made = session.runner().feed(picture, unknown).fetch(code).fetch(again).run();
      draw("pictures it has not seen", unknown);
      draw("what it makes of their codes", made.get(1));

      // Feeding the code cuts off what computes it: only the second network runs.
      Tensor walk = between(made.get(0));
      Tensor imagined = session.runner().feed(code, walk).run(again);
      draw("on the way from the first code to the second", imagined);
    }
  }

  /** Codes on the straight line from the first to the second. */
  private static Tensor between(Tensor codes) {
    float[][] walk = new float[SHOWN][CODE];
    for (int step = 0; step < SHOWN; step++) {
      float part = (step + 1f) / (SHOWN + 1);
      for (int i = 0; i < CODE; i++) {
        walk[step][i] = (1 - part) * codes.getFloat(i) + part * codes.getFloat(CODE + i);
      }
    }
    return Tensors.ofArray(walk);
  }

  /** Pictures of rings, large and small, here and there: {@code [count, pixels]}. */
  static Tensor rings(int count, long seed) {
    Random random = new Random(seed);
    float[][][] pictures = new float[count][SIDE][SIDE];
    for (float[][] picture : pictures) {
      double radius = random.nextDouble(2, 4);
      double middleX = random.nextDouble(4, SIDE - 5);
      double middleY = random.nextDouble(4, SIDE - 5);
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          double distance = Math.hypot(x - middleX, y - middleY);
          picture[y][x] = (float) Math.max(0, 1 - Math.abs(distance - radius));
        }
      }
    }
    return Tensors.ofArray(pictures).reshaped(Shape.of(count, PIXELS));
  }

  /** Prints the first pictures side by side, a pixel two characters wide. */
  private static void draw(String title, Tensor pictures) {
    System.out.println(title);
    for (int row = 0; row < SIDE; row++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < SHOWN; i++) {
        for (int column = 0; column < SIDE; column++) {
          float brightness = pictures.getFloat(((long) i * SIDE + row) * SIDE + column);
          char shade = SHADES.charAt(Math.round(brightness * (SHADES.length() - 1)));
          line.append(shade).append(shade);
        }
        line.append("  ");
      }
      System.out.println(line.toString().stripTrailing());
    }
  }
}

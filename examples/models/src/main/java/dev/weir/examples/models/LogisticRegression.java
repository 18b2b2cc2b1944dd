package dev.weir.examples.models;

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
import dev.weir.train.Batches;
import dev.weir.train.LearningRate;
import dev.weir.train.Losses;
import dev.weir.train.Metric;
import dev.weir.train.Metrics;
import dev.weir.train.Model;
import dev.weir.train.optimizer.Momentum;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How likely is a student to pass, given the hours of study and of sleep? A model keeps the
 * variables, an optimizer makes the training step, and a loop over batches runs it.
 *
 * <p>{@link Mlp} leaves the loop to a trainer.
 */
public final class LogisticRegression {
  private static final int EPOCHS = 20;
  private static final int BATCH = 50;

  private LogisticRegression() {}

  /** The logarithm of the odds of passing: {@code study · hours + sleep · hours + bias}. */
  record LogOdds(float study, float sleep, float bias) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f study + %.2f sleep %+.2f", study, sleep, bias);
    }
  }

  /** What decides in truth, and is to be found out. */
  static final LogOdds TRUTH = new LogOdds(0.9f, 0.5f, -0.5f);

  /**
   * Some students.
   *
   * @param hours of study and of sleep, more or less than usual: {@code [students, 2]}
   * @param passed 1 or 0: {@code [students, 1]}
   */
  record Students(Tensor hours, Tensor passed) {
    static Students draw(int count, long seed) {
      Random random = new Random(seed);
      float[][] hours = new float[count][2];
      float[][] passed = new float[count][1];
      for (int i = 0; i < count; i++) {
        hours[i][0] = random.nextFloat(-4, 4);
        hours[i][1] = random.nextFloat(-3, 3);
        double logOdds = TRUTH.study * hours[i][0] + TRUTH.sleep * hours[i][1] + TRUTH.bias;
        passed[i][0] = random.nextDouble() < 1 / (1 + Math.exp(-logOdds)) ? 1 : 0;
      }
      return new Students(Tensors.ofArray(hours), Tensors.ofArray(passed));
    }
  }

  /**
   * What was learned.
   *
   * @param area how likely it gives one who passes a better chance than one who fails
   */
  record Result(LogOdds learned, double area) {}

  public static void main(String[] arguments) {
    Result result = train(Students.draw(2000, 1), Students.draw(1000, 2));
    System.out.println("true log-odds     " + TRUTH);
    System.out.println("learned log-odds  " + result.learned());
    System.out.printf(
        Locale.ROOT, "of two new students, it knows who passes: %.1f %%%n", 100 * result.area());
  }

  static Result train(Students known, Students unknown) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    Output hours = ops.withName("hours").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output passed = ops.withName("passed").placeholder(DType.FLOAT32, Shape.of(-1, 1));
    GraphVariable weights =
        model.variable("weights", ops.constant(Tensors.of(Shape.of(2, 1), 0f, 0f)));
    GraphVariable bias = model.variable("bias", ops.constant(0f));
    Output logOdds = ops.math.add(ops.linalg.matMul(hours, weights), bias);
    Output chance = ops.math.sigmoid(logOdds);
    Output loss = Losses.sigmoidCrossEntropy(ops, passed, logOdds);

    // The step gets shorter as training goes on, so that the noise of batches averages out.
    LearningRate rate = LearningRate.exponential(0.1f, 400, 0.1f);
    Node step = Momentum.of(rate, 0.9f).minimize(model, loss);

    Batches batches = Batches.of(known.hours, known.passed).batch(BATCH).shuffled(7);
    Metric meanLoss = Metrics.mean(loss);
    Metric areaUnderCurve = Metrics.auc(passed, chance);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      for (int epoch = 1; epoch <= EPOCHS; epoch++) {
        // A metric adds up what batches show: give it the values of its inputs.
        Metric.Accumulator losses = meanLoss.start();
        Iterator<List<Tensor>> remaining = batches.epoch(epoch);
        while (remaining.hasNext()) {
          List<Tensor> batch = remaining.next();
          List<Tensor> fetched =
              session
                  .runner()
                  .feed(hours, batch.get(0))
                  .feed(passed, batch.get(1))
                  .fetch(loss)
                  .addTarget(step)
                  .run();
          losses.add(fetched, BATCH);
        }
        if (epoch % 5 == 0) {
          System.out.printf(Locale.ROOT, "epoch %2d  loss %.4f%n", epoch, losses.result());
        }
      }

      Metric.Accumulator area = areaUnderCurve.start();
      List<Tensor> chances =
          session
              .runner()
              .feed(hours, unknown.hours)
              .feed(passed, unknown.passed)
              .fetch(passed)
              .fetch(chance)
              .run();
      area.add(chances, unknown.hours.shape().size(0));
      float[] w = session.run(weights).floats();
      return new Result(new LogOdds(w[0], w[1], session.run(bias).scalarFloat()), area.result());
    }
  }
}

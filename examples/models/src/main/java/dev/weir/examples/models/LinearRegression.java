package dev.weir.examples.models;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Result;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Finds the line that noisy points lie around, with nothing but a graph: variables, a loss, its
 * gradients, and a step that moves the variables against them.
 *
 * <p>This is all that training is; {@link LogisticRegression} lets the library write it.
 */
public final class LinearRegression {
  private static final int STEPS = 60;

  private LinearRegression() {}

  /** {@code y = slope · x + intercept}. */
  record Line(float slope, float intercept) {}

  public static void main(String[] arguments) {
    Random random = new Random(42);
    float[] x = new float[200];
    float[] y = new float[200];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextFloat(-1, 1);
      y[i] = 3 * x[i] + 2 + 0.3f * (float) random.nextGaussian();
    }
    Line line = fit(Tensors.vector(x), Tensors.vector(y));
    System.out.println("drawn around  y = 3.00 x + 2.00");
    System.out.printf(
        Locale.ROOT, "learned       y = %.2f x + %.2f%n", line.slope(), line.intercept());
  }

  /** The line with the smallest mean squared error. */
  static Line fit(Tensor xs, Tensor ys) {
    // Describe the computation. Nothing is computed yet: these are nodes of a graph.
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1));
    Output y = ops.withName("y").placeholder(DType.FLOAT32, Shape.of(-1));
    GraphVariable slope = ops.withName("slope").state.variable(ops.constant(0f));
    GraphVariable intercept = ops.withName("intercept").state.variable(ops.constant(0f));
    Output guess = ops.math.add(ops.math.mul(slope, x), intercept);
    Output loss = ops.math.mean(ops.math.squaredDifference(guess, y), 0);

    // Differentiate it: more nodes, which compute how the loss changes with each variable.
    List<Gradient> gradients = Gradients.of(loss, List.of(slope, intercept));
    Output slopeGradient = gradients.get(0).dense(ops.scope());
    Output interceptGradient = gradients.get(1).dense(ops.scope());

    // A step of gradient descent: variable -= rate · gradient.
    Output rate = ops.constant(0.5f);
    Node moveSlope = ops.train.resourceApplyGradientDescent(slope.handle(), rate, slopeGradient);
    Node moveIntercept =
        ops.train.resourceApplyGradientDescent(intercept.handle(), rate, interceptGradient);

    // Run it. A session holds the values of variables from one run to the next.
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(slope.initializer()).addTarget(intercept.initializer()).run();
      for (int step = 0; step < STEPS; step++) {
        Tensor error =
            session
                .runner()
                .feed(x, xs)
                .feed(y, ys)
                .addTarget(moveSlope)
                .addTarget(moveIntercept)
                .run(loss);
        if (step % 10 == 0) {
          System.out.printf(Locale.ROOT, "step %2d  loss %.4f%n", step, error.scalarFloat());
        }
      }
      Result learned = session.run(slope, intercept);
      return new Line(learned.get(slope).scalarFloat(), learned.get(intercept).scalarFloat());
    }
  }
}

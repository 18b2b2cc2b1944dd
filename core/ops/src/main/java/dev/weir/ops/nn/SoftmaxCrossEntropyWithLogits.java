package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Broadcast;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The loss {@code -Σ labels · log softmax(features)} of each row and its gradient with respect to
 * the features, {@code softmax(features) - labels}. Labels of a row should add up to 1. Features
 * and labels broadcast. A logit of -∞ makes the loss NaN even where its label is 0.
 */
final class SoftmaxCrossEntropyWithLogits extends Op {
  SoftmaxCrossEntropyWithLogits() {
    super(
        "SoftmaxCrossEntropyWithLogits(features: T, labels: T) -> (loss: T, backprop: T) T:type in"
            + " [half, bfloat16, float, double];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape features = context.input(0);
    Shape labels = context.input(1);
    Shape both = Shapes.broadcastInputs(context).get(0);
    if (both.hasRank() && both.rank() != 2) {
      throw context.invalid(
          "features and labels must broadcast to a matrix: %s, %s",
          context.describe(0), context.describe(1));
    }
    if (!both.hasRank()) {
      Shape known = features.hasRank(2) ? features : labels.hasRank(2) ? labels : both;
      both = known.hasRank() ? known : Shape.unknownOfRank(2);
    }
    return List.of(both.slice(0, 1), both);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SoftmaxCrossEntropyWithLogits::compute;
  }

  private static void compute(KernelContext context) {
    Tensor features = context.input(0);
    Tensor labels = context.input(1);
    Shape shape = Shapes.broadcast(features.shape(), labels.shape());
    Tensor logits = broadcast(context, features, shape);
    Tensor targets = broadcast(context, labels, shape);
    Tensor loss = context.allocate(0, shape.slice(0, 1));
    Tensor backprop = context.allocate(1, shape);
    long width = shape.size(1);
    for (long r = 0; r < loss.elements(); r++) {
      LogitRow row = new LogitRow(logits, r * width, width);
      double sum = 0;
      for (long i = 0; i < width; i++) {
        double label = targets.getDouble(r * width + i);
        sum -= label * row.logProbability(i);
        backprop.setDouble(r * width + i, row.probability(i) - label);
      }
      loss.setDouble(r, sum);
    }
  }

  private static Tensor broadcast(KernelContext context, Tensor x, Shape shape) {
    if (x.shape().equals(shape)) {
      return x;
    }
    Tensor full = context.scratch(x.dtype(), shape);
    ElementCopier copier = ElementCopier.of(x, full);
    Broadcast.of(x.shape(), shape)
        .forEachRun((r, i, step, j, jStep, count) -> copier.copy(i, step, r, 1, count));
    return full;
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output features = context.input(0);
    context.flow(0, () -> on.sumTo(LogitGradients.ofCrossEntropy(on, context), features));
    context.flow(1, () -> on.sumTo(labelsGradient(on, context), context.input(1)));
  }

  private static Output labelsGradient(GradientOps on, GradientContext context) {
    Output given = on.op("ExpandDims", context.gradient(0), on.scalar(1, DType.INT32));
    Output first = on.neg(on.mul(given, on.op("LogSoftmax", context.input(0))));
    return context.reaches(1) ? on.sub(first, context.gradient(1)) : first;
  }
}

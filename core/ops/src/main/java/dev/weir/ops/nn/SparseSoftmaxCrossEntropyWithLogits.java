package dev.weir.ops.nn;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The loss {@code -log softmax(features)[label]} of each row and its gradient with respect to the
 * features: {@code softmax(features)}, less 1 at the label.
 */
final class SparseSoftmaxCrossEntropyWithLogits extends Op {
  SparseSoftmaxCrossEntropyWithLogits() {
    super(
        "SparseSoftmaxCrossEntropyWithLogits(features: T, labels: Tlabels) -> (loss: T, backprop:"
            + " T) T:type in [half, bfloat16, float, double]; Tlabels:type=int64 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape features = context.requireRank(0, 2);
    Shape labels = context.requireRank(1, 1);
    SizeInputs.requireSameLength(context, 0, 1);
    if (features.size(1) == 0) {
      throw context.invalid("there must be at least one class: %s", context.describe(0));
    }
    Shape batch = features.slice(0, 1).mergeWith(labels);
    return List.of(batch, batch.concat(features.slice(1, 2)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SparseSoftmaxCrossEntropyWithLogits::compute;
  }

  private static void compute(KernelContext context) {
    Tensor features = context.input(0);
    Tensor labels = context.input(1);
    Tensor loss = context.allocate(0, labels.shape());
    Tensor backprop = context.allocate(1, features.shape());
    long width = features.shape().size(1);
    for (long r = 0; r < loss.elements(); r++) {
      long label = labels.getLong(r);
      if (label < 0 || label >= width) {
        throw WeirException.invalidArgument(
            "a label must be in [0, %d): labels[%d] is %d", width, r, label);
      }
      LogitRow row = new LogitRow(features, r * width, width);
      loss.setDouble(r, -row.logProbability(label));
      for (long i = 0; i < width; i++) {
        backprop.setDouble(r * width + i, row.probability(i) - (i == label ? 1 : 0));
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> LogitGradients.ofCrossEntropy(on, context));
  }
}

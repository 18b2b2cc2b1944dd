package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;

/** Gradients with respect to logits. */
final class LogitGradients {
  private LogitGradients() {}

  /** The gradient with respect to logits, given that with respect to their softmax. */
  static Output ofSoftmax(GradientOps on, Output softmax, Output gradient) {
    Output total = on.sum(on.mul(gradient, softmax), on.ints(-1), true);
    return on.mul(on.sub(gradient, total), softmax);
  }

  /**
   * The gradient of a loss by the features, of which {@code backprop}, output 1 of the node, is the
   * derivative. That output has a gradient too, which goes through the softmax it is made of.
   */
  static Output ofCrossEntropy(GradientOps on, GradientContext context) {
    Output given = on.op("ExpandDims", context.gradient(0), on.scalar(1, DType.INT32));
    Output first = on.mul(given, context.output(1));
    if (!context.reaches(1)) {
      return first;
    }
    Output softmax = on.op("Softmax", context.input(0));
    return on.add(first, ofSoftmax(on, softmax, context.gradient(1)));
  }
}

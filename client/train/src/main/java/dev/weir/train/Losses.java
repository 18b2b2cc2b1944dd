package dev.weir.train;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;

/**
 * How wrong a model is: scalars to be made small. Of float16 and bfloat16 they are computed in, and
 * are, float32.
 */
public final class Losses {
  private Losses() {}

  /** The mean over all elements. */
  public static Output mean(Ops ops, Operand elements) {
    return ops.math.mean(Precision.wide(ops, elements));
  }

  /** The mean of the cross entropy of classes, given by number, with scores for all classes. */
  public static Output sparseSoftmaxCrossEntropy(Ops ops, Operand labels, Operand logits) {
    Output wide = Precision.wide(ops, logits);
    return mean(ops, ops.nn.sparseSoftmaxCrossEntropyWithLogits(labels, wide));
  }

  /** The mean of the cross entropy of probabilities with scores for all classes. */
  public static Output softmaxCrossEntropy(Ops ops, Operand labels, Operand logits) {
    Output wide = Precision.wide(ops, logits);
    Output wideLabels = Precision.as(ops, labels, wide.dtype());
    return mean(ops, ops.nn.softmaxCrossEntropyWithLogits(wideLabels, wide));
  }

  /** The mean of the cross entropy of yes-or-no labels (0 or 1) with scores. */
  public static Output sigmoidCrossEntropy(Ops ops, Operand labels, Operand logits) {
    Output wide = Precision.wide(ops, logits);
    Output wideLabels = Precision.as(ops, labels, wide.dtype());
    return mean(ops, ops.nn.sigmoidCrossEntropyWithLogits(wideLabels, wide));
  }

  /** The mean of squared differences. */
  public static Output meanSquaredError(Ops ops, Operand expected, Operand actual) {
    Output wide = Precision.wide(ops, actual);
    return mean(ops, ops.math.squaredDifference(wide, Precision.as(ops, expected, wide.dtype())));
  }

  /** The mean of absolute differences. */
  public static Output meanAbsoluteError(Ops ops, Operand expected, Operand actual) {
    Output wide = Precision.wide(ops, actual);
    Output distance = ops.math.sub(wide, Precision.as(ops, expected, wide.dtype()));
    return mean(ops, ops.math.abs(distance));
  }

  /** The share of rows whose largest score is that of the label, as a float32 scalar. */
  public static Output accuracy(Ops ops, Operand labels, Operand logits) {
    Output guess = ops.math.argMax(logits, 1, labels.dtype());
    return mean(ops, ops.math.cast(ops.math.equal(guess, labels), DType.FLOAT32));
  }
}

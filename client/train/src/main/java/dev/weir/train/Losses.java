package dev.weir.train;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import java.util.stream.IntStream;

/** How wrong a model is: scalars to be made small. */
public final class Losses {
  private Losses() {}

  /** The mean over all elements. */
  public static Output mean(Ops ops, Operand values) {
    if (values.shape().hasRank()) {
      int[] all = IntStream.range(0, values.shape().rank()).toArray();
      return ops.reduce.mean(values, ops.constant(all));
    }
    Output flat = ops.array.reshape(values, ops.constant(new int[] {-1}));
    return ops.reduce.mean(flat, ops.constant(0));
  }

  /** The mean of the cross entropy of classes, given by number, with scores for all classes. */
  public static Output sparseSoftmaxCrossEntropy(Ops ops, Operand labels, Operand logits) {
    return mean(ops, ops.reduce.sparseSoftmaxCrossEntropyWithLogits(logits, labels).loss());
  }

  /** The mean of the cross entropy of probabilities with scores for all classes. */
  public static Output softmaxCrossEntropy(Ops ops, Operand labels, Operand logits) {
    return mean(ops, ops.reduce.softmaxCrossEntropyWithLogits(logits, labels).loss());
  }

  /** The mean of the cross entropy of yes-or-no labels (0 or 1) with scores. */
  public static Output sigmoidCrossEntropy(Ops ops, Operand labels, Operand logits) {
    return mean(ops, ops.nn.sigmoidCrossEntropyWithLogits(labels, logits));
  }

  /** The mean of squared differences. */
  public static Output meanSquaredError(Ops ops, Operand expected, Operand actual) {
    return mean(ops, ops.math.squaredDifference(actual, expected));
  }

  /** The mean of absolute differences. */
  public static Output meanAbsoluteError(Ops ops, Operand expected, Operand actual) {
    return mean(ops, ops.math.abs(ops.math.sub(actual, expected)));
  }

  /** The share of rows whose largest score is that of the label, as a float32 scalar. */
  public static Output accuracy(Ops ops, Operand labels, Operand logits) {
    Output guess = ops.reduce.argMax(logits, ops.constant(1), labels.dtype());
    return mean(ops, ops.math.cast(ops.math.equal(guess, labels), DType.FLOAT32));
  }
}

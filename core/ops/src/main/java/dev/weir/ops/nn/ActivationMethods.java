package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;

/** Methods of {@link NnOps}: activations, softmax, biases and ranking. */
abstract class ActivationMethods extends OpGroup {
  ActivationMethods(Scope scope) {
    super(scope);
  }

  /** {@code max(x, 0)}. */
  public Output relu(Operand features) {
    return op("Relu", features);
  }

  /** {@code min(max(x, 0), 6)}. */
  public Output relu6(Operand features) {
    return op("Relu6", features);
  }

  /** x where it is positive and {@code 0.2 · x} elsewhere. */
  public Output leakyRelu(Operand features) {
    return op("LeakyRelu", features);
  }

  /** x where it is positive and {@code alpha · x} elsewhere. */
  public Output leakyRelu(Operand features, float alpha) {
    return node("LeakyRelu", features).attr("alpha", alpha).build().output(0);
  }

  /** x where it is positive and {@code eˣ - 1} elsewhere. */
  public Output elu(Operand features) {
    return op("Elu", features);
  }

  /** {@code λx} where x is positive and {@code λα(eˣ - 1)} elsewhere. */
  public Output selu(Operand features) {
    return op("Selu", features);
  }

  /** {@code ln(1 + eˣ)}. */
  public Output softplus(Operand features) {
    return op("Softplus", features);
  }

  /** {@code x / (1 + |x|)}. */
  public Output softsign(Operand features) {
    return op("Softsign", features);
  }

  /** {@code 1 / (1 + e⁻ˣ)}, between 0 and 1; also {@code math.sigmoid}. */
  public Output sigmoid(Operand x) {
    return op("Sigmoid", x);
  }

  /** {@code tanh x}, between -1 and 1; also {@code math.tanh}. */
  public Output tanh(Operand x) {
    return op("Tanh", x);
  }

  /** Half the sum of the squares of all elements. */
  public Output l2Loss(Operand t) {
    return op("L2Loss", t);
  }

  /** {@code exp(x) / Σ exp(x)} along the last dimension. */
  public Output softmax(Operand logits) {
    return op("Softmax", logits);
  }

  /** {@code x - log Σ exp(x)} along the last dimension. */
  public Output logSoftmax(Operand logits) {
    return op("LogSoftmax", logits);
  }

  /** Adds a bias to each channel, along the last dimension. */
  public Output biasAdd(Operand value, Operand bias) {
    return op("BiasAdd", value, bias);
  }

  /** Adds a bias to each channel; {@code NHWC} or {@code NCHW} says which dimension that is. */
  public Output biasAdd(Operand value, Operand bias, String dataFormat) {
    return node("BiasAdd", value, bias).attr("data_format", dataFormat).build().output(0);
  }

  /** The {@code k} greatest elements along the last dimension, greatest first. */
  public NnOps.Top topK(Operand input, Operand k) {
    Node node = node("TopKV2", input, k).build();
    return new NnOps.Top(node.output(0), node.output(1));
  }

  /**
   * The {@code k} greatest elements along the last dimension; in any order if not {@code sorted}.
   */
  public NnOps.Top topK(Operand input, Operand k, boolean sorted) {
    Node node = node("TopKV2", input, k).attr("sorted", sorted).build();
    return new NnOps.Top(node.output(0), node.output(1));
  }

  /** The {@code k} greatest elements along the last dimension, greatest first. */
  public NnOps.Top topK(Operand input, int k) {
    Call call = call("TopKV2");
    Node node = call.node(input, call.scalar("k", k)).build();
    return new NnOps.Top(node.output(0), node.output(1));
  }

  /** Whether the target is among the {@code k} greatest predictions, row by row. */
  public Output inTopK(Operand predictions, Operand targets, Operand k) {
    return op("InTopKV2", predictions, targets, k);
  }

  /** Whether the target is among the {@code k} greatest predictions, row by row. */
  public Output inTopK(Operand predictions, Operand targets, int k) {
    Call call = call("InTopKV2");
    return call.output(predictions, targets, call.scalar("k", k));
  }

  /** The element at position {@code n} of each row, were it sorted. */
  public Output nthElement(Operand input, Operand n) {
    return op("NthElement", input, n);
  }

  /** The element at position {@code n} of each row, were it sorted; {@code reverse}, descending. */
  public Output nthElement(Operand input, Operand n, boolean reverse) {
    return node("NthElement", input, n).attr("reverse", reverse).build().output(0);
  }

  /** The element at position {@code n} of each row, were it sorted. */
  public Output nthElement(Operand input, int n) {
    Call call = call("NthElement");
    return call.output(input, call.scalar("n", n));
  }

  /** Images (NHWC) cut into squares, positions within a square moved to the depth. */
  public Output spaceToDepth(Operand input, long blockSize) {
    return node("SpaceToDepth", input).attr("block_size", blockSize).build().output(0);
  }

  /** Images (NHWC) whose groups of channels are spread over squares. */
  public Output depthToSpace(Operand input, long blockSize) {
    return node("DepthToSpace", input).attr("block_size", blockSize).build().output(0);
  }
}

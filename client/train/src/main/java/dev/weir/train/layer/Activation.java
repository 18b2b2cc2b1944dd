package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.train.Precision;

/** What is done to every element between layers. */
@FunctionalInterface
public interface Activation {
  /** Builds it. */
  Output apply(Ops ops, Operand x);

  /** Nothing. */
  static Activation none() {
    return (ops, x) -> x.asOutput();
  }

  /** {@code max(x, 0)}. */
  static Activation relu() {
    return (ops, x) -> ops.nn.relu(x);
  }

  /** {@code 1 / (1 + e⁻ˣ)}. */
  static Activation sigmoid() {
    return (ops, x) -> ops.math.sigmoid(x);
  }

  /** {@code x Φ(x)}, as transformers have it. */
  static Activation gelu() {
    return (ops, x) -> ops.nn.gelu(x);
  }

  static Activation tanh() {
    return (ops, x) -> ops.math.tanh(x);
  }

  /** Probabilities along the last dimension; those of float16 and bfloat16 by way of float32. */
  static Activation softmax() {
    return (ops, x) -> Precision.as(ops, ops.nn.softmax(Precision.wide(ops, x)), x.dtype());
  }
}

package dev.weir.ops.nn;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: activation functions, and the gradients of functions from their results. */
public final class ActivationOps {
  private final Scope scope;

  public ActivationOps(Scope scope) {
    this.scope = scope;
  }

  /** {@code max(x, 0)}. */
  public Output relu(Operand features) {
    return scope.node("Relu").input(features).build().output(0);
  }

  /** {@code min(max(x, 0), 6)}. */
  public Output relu6(Operand features) {
    return scope.node("Relu6").input(features).build().output(0);
  }

  /** x where it is positive and {@code 0.2 · x} elsewhere. */
  public Output leakyRelu(Operand features) {
    return scope.node("LeakyRelu").input(features).build().output(0);
  }

  /** x where it is positive and {@code alpha · x} elsewhere. */
  public Output leakyRelu(Operand features, float alpha) {
    return scope.node("LeakyRelu").input(features).attr("alpha", alpha).build().output(0);
  }

  /** x where it is positive and {@code eˣ - 1} elsewhere. */
  public Output elu(Operand features) {
    return scope.node("Elu").input(features).build().output(0);
  }

  /** {@code λx} where x is positive and {@code λα(eˣ - 1)} elsewhere. */
  public Output selu(Operand features) {
    return scope.node("Selu").input(features).build().output(0);
  }

  /** {@code ln(1 + eˣ)}. */
  public Output softplus(Operand features) {
    return scope.node("Softplus").input(features).build().output(0);
  }

  /** {@code x / (1 + |x|)}. */
  public Output softsign(Operand features) {
    return scope.node("Softsign").input(features).build().output(0);
  }

  /** The gradient of {@link #relu} for its features or its result. */
  public Output reluGrad(Operand gradients, Operand features) {
    return scope.node("ReluGrad").input(gradients).input(features).build().output(0);
  }

  /** The gradient of {@link #relu6} for its features or its result. */
  public Output relu6Grad(Operand gradients, Operand features) {
    return scope.node("Relu6Grad").input(gradients).input(features).build().output(0);
  }

  /** The gradient of {@link #leakyRelu} for its features and the same alpha. */
  public Output leakyReluGrad(Operand gradients, Operand features, float alpha) {
    return scope
        .node("LeakyReluGrad")
        .input(gradients)
        .input(features)
        .attr("alpha", alpha)
        .build()
        .output(0);
  }

  /** The gradient of {@link #elu} for its result. */
  public Output eluGrad(Operand gradients, Operand outputs) {
    return scope.node("EluGrad").input(gradients).input(outputs).build().output(0);
  }

  /** The gradient of {@link #selu} for its result. */
  public Output seluGrad(Operand gradients, Operand outputs) {
    return scope.node("SeluGrad").input(gradients).input(outputs).build().output(0);
  }

  /** The gradient of {@link #softplus} for its features. */
  public Output softplusGrad(Operand gradients, Operand features) {
    return scope.node("SoftplusGrad").input(gradients).input(features).build().output(0);
  }

  /** The gradient of {@link #softsign} for its features. */
  public Output softsignGrad(Operand gradients, Operand features) {
    return scope.node("SoftsignGrad").input(gradients).input(features).build().output(0);
  }

  /** {@code dy · y · (1 - y)}: the gradient of the sigmoid function for its result y. */
  public Output sigmoidGrad(Operand y, Operand dy) {
    return scope.node("SigmoidGrad").input(y).input(dy).build().output(0);
  }

  /** {@code dy · (1 - y²)}: the gradient of the hyperbolic tangent for its result y. */
  public Output tanhGrad(Operand y, Operand dy) {
    return scope.node("TanhGrad").input(y).input(dy).build().output(0);
  }

  /** {@code dy / 2y}: the gradient of the square root for its result y. */
  public Output sqrtGrad(Operand y, Operand dy) {
    return scope.node("SqrtGrad").input(y).input(dy).build().output(0);
  }

  /** {@code -dy · y³ / 2}: the gradient of the reciprocal square root for its result y. */
  public Output rsqrtGrad(Operand y, Operand dy) {
    return scope.node("RsqrtGrad").input(y).input(dy).build().output(0);
  }

  /** {@code -dy · y²}: the gradient of the reciprocal for its result y. */
  public Output reciprocalGrad(Operand y, Operand dy) {
    return scope.node("ReciprocalGrad").input(y).input(dy).build().output(0);
  }

  /** {@code -dy · y²}: an older name of {@link #reciprocalGrad}. */
  public Output invGrad(Operand y, Operand dy) {
    return scope.node("InvGrad").input(y).input(dy).build().output(0);
  }
}

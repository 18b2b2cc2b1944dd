package dev.weir.graph;

/** The activation functions that can be fused with the op before them. */
public enum ActivationKind {
  /** {@code max(x, 0)}. */
  RELU,
  /** {@code min(max(x, 0), 6)}. */
  RELU6,
  /** x above zero, {@code alpha x} below, with the attribute {@code alpha}. */
  LEAKY_RELU,
  /** x above zero, {@code e^x - 1} below. */
  ELU,
  /** The hyperbolic tangent. */
  TANH,
  /** {@code 1 / (1 + e^-x)}. */
  SIGMOID
}

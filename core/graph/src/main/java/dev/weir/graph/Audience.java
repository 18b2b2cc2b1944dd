package dev.weir.graph;

/**
 * Who builds nodes of an op. Facades have methods for {@link #PUBLIC} ops only; every other op is
 * built by its name.
 */
public enum Audience {
  /** Programs; the op has a method in a facade. */
  PUBLIC,

  /** Gradients of other ops. */
  GRADIENT,

  /** Older files: names and forms that a public op has replaced, and variables by reference. */
  LEGACY,

  /** The runtime, its passes, and other parts of the system; never a program. */
  RUNTIME
}

package dev.weir.graph.kernel;

/**
 * The implementation of an op for one node. It is made once per node and run once per step, by many
 * steps at once: it keeps no state between runs (that is what {@link Resources} and {@link
 * KernelContext#sessionState} are for).
 */
@FunctionalInterface
public interface Kernel {
  /** Hands on its one input; the runtime knows this one and need not run it. */
  Kernel FORWARD = context -> context.set(0, context.input(0).retained());

  /**
   * Computes all outputs from the inputs. Inputs are read-only and valid until this returns.
   *
   * @throws dev.weir.error.WeirException if a value breaks a rule; the runtime adds the node's name
   */
  void compute(KernelContext context);
}

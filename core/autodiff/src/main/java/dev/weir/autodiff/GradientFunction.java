package dev.weir.autodiff;

import dev.weir.graph.GradientContext;

/** Builds the gradients of a node, in place of what its op has. */
@FunctionalInterface
public interface GradientFunction {
  void build(GradientContext context);
}

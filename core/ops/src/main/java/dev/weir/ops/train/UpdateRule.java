package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * How an optimizer changes a variable, and the variables it keeps beside it, by a gradient: element
 * by element, all elements alike. Stateless.
 */
interface UpdateRule {
  /** Makes the rule of a node from its attributes. */
  @FunctionalInterface
  interface Factory {
    UpdateRule create(Attributes attrs);
  }

  /** Takes a step with some of the elements. */
  void apply(UpdateBlock block);

  /** Refuses parameters that make no sense, before anything is changed. */
  default void check(UpdateParameters parameters) {}

  /** Whether complex numbers can be trained so; they can where nothing is compared. */
  default boolean allowsComplex() {
    return false;
  }
}

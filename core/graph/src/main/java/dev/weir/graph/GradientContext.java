package dev.weir.graph;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the gradient of a node is built from, and where it goes. "The loss" is what is
 * differentiated; for complex numbers gradients are conjugated as TensorFlow's are, so that a step
 * against one goes down.
 */
public interface GradientContext {
  /** The node that is differentiated. */
  Node node();

  /** Where to build: named after the node, on its device. */
  Scope scope();

  /** An input of the node. */
  default Output input(int i) {
    return node().input(i);
  }

  /** An output of the node. */
  default Output output(int i) {
    return node().output(i);
  }

  /** Whether the loss depends on an output. It does on one of them at least. */
  boolean reaches(int output);

  /**
   * The gradient of the loss with respect to an output; zeros shaped like the output if the loss
   * does not depend on it.
   */
  Output gradient(int output);

  /** The gradient with respect to the first output. */
  default Output gradient() {
    return gradient(0);
  }

  /** The gradient with respect to an output, if it came as rows and nothing else; else null. */
  @Nullable IndexedSlices slices(int output);

  /** Whether the gradient with respect to an input is needed. */
  boolean wants(int input);

  /** Sets the gradient with respect to an input; it is built only if it is needed. */
  void flow(int input, Supplier<? extends Operand> gradient);

  /** Sets a gradient that is zero except for some rows; it is built only if it is needed. */
  void flowSlices(int input, Supplier<IndexedSlices> gradient);

  /** Passes the gradient with respect to an output on to an input, rows as rows. */
  default void pass(int output, int input) {
    IndexedSlices rows = slices(output);
    if (rows != null) {
      flowSlices(input, () -> rows);
    } else if (reaches(output)) {
      flow(input, () -> gradient(output));
    }
  }

  /**
   * A function that computes the gradients of a function: from its arguments and the gradients with
   * respect to its results to those with respect to its parameters, named by {@link
   * GraphFunction#gradientName}.
   */
  GraphFunction gradientOf(GraphFunction function);
}

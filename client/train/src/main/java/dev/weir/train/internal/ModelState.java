package dev.weir.train.internal;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The nodes by which a training checks and initializes the variables of a model.
 *
 * @param epochs the epochs of the tasks that hold the variables
 * @param initializer gives all variables their initial values, in an epoch that is being restored
 * @param variables the variables by their names
 */
public record ModelState(Epochs epochs, Node initializer, Map<String, Variable> variables) {
  /** Keeps the order of the variables. */
  public ModelState {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /**
   * One variable.
   *
   * @param isInitialized whether it has a value
   * @param initializer gives it its initial value
   */
  public record Variable(Output isInitialized, Node initializer) {}
}

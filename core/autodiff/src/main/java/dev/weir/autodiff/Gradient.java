package dev.weir.autodiff;

import dev.weir.error.WeirException;
import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** How a loss changes with something. */
public sealed interface Gradient {
  /** A tensor, shaped like what the loss was differentiated by. */
  record Dense(Output value) implements Gradient {}

  /** A tensor that is zero but for some rows, as for a table of which a few rows were read. */
  record Rows(IndexedSlices slices) implements Gradient {}

  /**
   * The loss does not change with it, or in no way that could be differentiated.
   *
   * @param reason why, as a sentence
   */
  record None(String reason) implements Gradient {}

  /** Whether there is none. */
  default boolean isNone() {
    return this instanceof None;
  }

  /** The gradient as a tensor; rows are summed into one, built in this scope. Fails if none. */
  default Output dense(Scope scope) {
    return switch (this) {
      case Dense dense -> dense.value();
      case Rows rows -> Sums.dense(scope, rows.slices());
      case None none ->
          throw WeirException.invalidArgument("there is no gradient: %s", none.reason());
    };
  }
}

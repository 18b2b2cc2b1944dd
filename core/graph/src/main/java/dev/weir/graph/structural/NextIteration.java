package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code NextIteration(data: T) -> (output: T) T:type;} — takes a value to the next iteration of
 * its loop.
 */
final class NextIteration extends Forwarding {
  NextIteration() {
    super("NextIteration(data: T) -> (output: T) T:type;", NodeKind.NEXT_ITERATION);
  }
}

package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code RefNextIteration(data: ref T) -> (output: ref T) T:type;} — takes a reference to the next
 * iteration.
 */
final class RefNextIteration extends Forwarding {
  RefNextIteration() {
    super("RefNextIteration(data: ref T) -> (output: ref T) T:type;", NodeKind.NEXT_ITERATION);
  }
}

package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code Exit(data: T) -> (output: T) T:type;} — takes a value out of its loop, to the frame around
 * it.
 */
final class Exit extends Forwarding {
  Exit() {
    super("Exit(data: T) -> (output: T) T:type;", NodeKind.EXIT);
  }
}

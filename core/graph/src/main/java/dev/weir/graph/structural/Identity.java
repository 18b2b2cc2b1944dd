package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/** {@code Identity(input: T) -> (output: T) T:type;} — its input, unchanged. */
final class Identity extends Forwarding {
  Identity() {
    super("Identity(input: T) -> (output: T) T:type;", NodeKind.ORDINARY);
  }
}

package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/** {@code RefExit(data: ref T) -> (output: ref T) T:type;} — takes a reference out of its loop. */
final class RefExit extends Forwarding {
  RefExit() {
    super("RefExit(data: ref T) -> (output: ref T) T:type;", NodeKind.EXIT);
  }
}

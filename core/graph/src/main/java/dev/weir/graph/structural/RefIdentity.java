package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code RefIdentity(input: ref T) -> (output: ref T) T:type; uninitialized-ok} — its reference,
 * unchanged.
 */
final class RefIdentity extends Forwarding {
  RefIdentity() {
    super(
        "RefIdentity(input: ref T) -> (output: ref T) T:type; uninitialized-ok", NodeKind.ORDINARY);
  }
}

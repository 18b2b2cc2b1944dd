package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;
import dev.weir.graph.OpTraits;

/** {@code Identity(input: T) -> (output: T) T:type;} — its input, unchanged. */
final class Identity extends Forwarding {
  Identity() {
    super("Identity(input: T) -> (output: T) T:type;", NodeKind.ORDINARY);
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ELEMENTWISE;
  }
}

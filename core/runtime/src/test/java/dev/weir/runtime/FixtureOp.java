package dev.weir.runtime;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.Signature;

/** An op that only tests of the runtime have. */
abstract class FixtureOp implements OpDefinition {
  private final Signature signature;

  FixtureOp(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }
}

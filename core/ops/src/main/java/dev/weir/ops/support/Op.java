package dev.weir.ops.support;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.Signature;

/** An op, by the line that defines its interface. */
public abstract class Op implements OpDefinition {
  private final Signature signature;

  protected Op(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }
}

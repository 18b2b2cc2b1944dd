package dev.weir.ops.support;

import org.jspecify.annotations.Nullable;

/** An op that is run for what it does to state. */
public abstract class StateOp extends Op {
  protected StateOp(String signature) {
    super(signature);
  }

  @Override
  public final @Nullable String notDifferentiable() {
    return "it changes state";
  }
}

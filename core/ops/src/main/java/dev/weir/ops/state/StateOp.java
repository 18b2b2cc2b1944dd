package dev.weir.ops.state;

import dev.weir.ops.support.Op;
import org.jspecify.annotations.Nullable;

/** An op that is run for what it does to state. */
abstract class StateOp extends Op {
  StateOp(String signature) {
    super(signature);
  }

  @Override
  public final @Nullable String notDifferentiable() {
    return "it changes state";
  }
}

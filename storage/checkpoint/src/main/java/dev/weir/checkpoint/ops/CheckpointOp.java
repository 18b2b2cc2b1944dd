package dev.weir.checkpoint.ops;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;

/** An op on checkpoints, by the line that defines its interface. */
abstract class CheckpointOp implements OpDefinition {
  private final Signature signature;

  CheckpointOp(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  /** Refuses an input that is no vector of this length, as far as that is known. */
  static void requireVector(ShapeContext context, int input, int length) {
    long size = context.requireRank(input, 1).size(0);
    if (size >= 0 && size != length) {
      throw context.invalid(
          "there must be as many entries as tensors, %d: %s", length, context.describe(input));
    }
  }
}

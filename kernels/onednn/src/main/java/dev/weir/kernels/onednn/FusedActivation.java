package dev.weir.kernels.onednn;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import org.jspecify.annotations.Nullable;

/** The activation functions that can follow a product. */
enum FusedActivation {
  /**
   * A loop of this module: oneDNN would turn NaN into 0 and hide the cause of a failed training.
   */
  RELU(0, false),
  RELU6(0, false),
  LEAKY_RELU(32, true),
  ELU(34, true),
  TANH(33, true),
  SIGMOID(41, true);

  private static final float CAP = 6;

  private final int algorithm;
  private final boolean isPostOp;

  FusedActivation(int algorithm, boolean isPostOp) {
    this.algorithm = algorithm;
    this.isPostOp = isPostOp;
  }

  /** The activation that {@code fused_ops} names by its op; null if it is none of these. */
  static @Nullable FusedActivation named(String op) {
    OpDefinition definition = OpRegistry.standard().find(op);
    ActivationKind kind = definition == null ? null : definition.traits().activation();
    return kind == null ? null : of(kind);
  }

  private static FusedActivation of(ActivationKind kind) {
    return switch (kind) {
      case RELU -> RELU;
      case RELU6 -> RELU6;
      case LEAKY_RELU -> LEAKY_RELU;
      case ELU -> ELU;
      case TANH -> TANH;
      case SIGMOID -> SIGMOID;
    };
  }

  /** Whether a primitive computes it; otherwise a loop over the result does. */
  boolean isPostOp() {
    return isPostOp;
  }

  /** {@code dnnl_alg_kind_t}. */
  int algorithm() {
    return algorithm;
  }

  float alpha(float slope) {
    return switch (this) {
      case LEAKY_RELU -> slope;
      case ELU -> 1;
      default -> 0;
    };
  }

  /** The function, for activations that are no post-ops. */
  float apply(float value) {
    float positive = Math.max(value, 0f);
    return this == RELU6 ? Math.min(positive, CAP) : positive;
  }
}

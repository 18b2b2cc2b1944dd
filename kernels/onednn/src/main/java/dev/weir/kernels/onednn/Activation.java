package dev.weir.kernels.onednn;

import org.jspecify.annotations.Nullable;

/** The activation functions that can follow a product. */
enum Activation {
  /** oneDNN would make 0 of a NaN, and hide where training went wrong: this one is ours. */
  RELU(0, false),
  RELU6(0, false),
  LEAKY_RELU(32, true),
  ELU(34, true),
  TANH(33, true),
  SIGMOID(41, true);

  private static final float CAP = 6;

  private final int algorithm;
  private final boolean isPostOp;

  Activation(int algorithm, boolean isPostOp) {
    this.algorithm = algorithm;
    this.isPostOp = isPostOp;
  }

  /** The one that {@code fused_ops} calls so, if oneDNN is exact enough in it. */
  static @Nullable Activation named(String name) {
    return switch (name) {
      case "Relu" -> RELU;
      case "Relu6" -> RELU6;
      case "LeakyRelu" -> LEAKY_RELU;
      case "Elu" -> ELU;
      case "Tanh" -> TANH;
      case "Sigmoid" -> SIGMOID;
      default -> null;
    };
  }

  /** Whether a primitive does it; else it is a loop over the result. */
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

  /** The function, of those that are no post-ops. */
  float apply(float value) {
    float positive = Math.max(value, 0f);
    return this == RELU6 ? Math.min(positive, CAP) : positive;
  }
}

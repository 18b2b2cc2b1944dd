package dev.weir.kernels.onednn;

/** The activation functions that can follow a product. */
enum Activation {
  RELU(32),
  RELU6(46),
  LEAKY_RELU(32),
  ELU(34),
  TANH(33),
  SIGMOID(41),
  GELU_APPROXIMATE(43),
  GELU_EXACT(49);

  private static final float CAP = 6;

  private final int algorithm;

  Activation(int algorithm) {
    this.algorithm = algorithm;
  }

  /** The one that {@code fused_ops} calls so. */
  static Activation named(String name) {
    return switch (name) {
      case "Relu" -> RELU;
      case "Relu6" -> RELU6;
      case "LeakyRelu" -> LEAKY_RELU;
      case "Elu" -> ELU;
      case "Tanh" -> TANH;
      case "Sigmoid" -> SIGMOID;
      case "GeluApproximate" -> GELU_APPROXIMATE;
      case "GeluExact" -> GELU_EXACT;
      default -> throw new IllegalArgumentException("no activation is called " + name);
    };
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

  float beta() {
    return this == RELU6 ? CAP : 0;
  }
}

package dev.weir.kernels.onednn;

/** {@code DNNL_ARG_*}: the part that a memory object plays in a primitive. */
enum PrimitiveArgument {
  SOURCE(1),
  DESTINATION(17),
  WEIGHTS(33),
  BIAS(41),
  MEAN(49),
  VARIANCE(50),
  SCALE(51),
  SHIFT(52),
  WORKSPACE(64),
  SCRATCHPAD(80),
  SOURCE_GRADIENT(129),
  DESTINATION_GRADIENT(145),
  WEIGHTS_GRADIENT(161),
  SCALE_GRADIENT(255),
  SHIFT_GRADIENT(256),
  BIAS_GRADIENT(169),

  /** What the first post-op adds: {@code DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1}. */
  ADDED(32768 | 2);

  private final int code;

  PrimitiveArgument(int code) {
    this.code = code;
  }

  /** The C value. */
  int code() {
    return code;
  }
}

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
  SHIFT_GRADIENT(256);

  private final int code;

  PrimitiveArgument(int code) {
    this.code = code;
  }

  /** The C value. */
  int code() {
    return code;
  }
}

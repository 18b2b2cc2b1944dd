package dev.weir.kernels.onednn;

/** {@code DNNL_ARG_*}: the part that a memory object plays in a primitive. */
enum PrimitiveArgument {
  SOURCE(1),
  DESTINATION(17),
  WEIGHTS(33),
  BIAS(41),
  SCRATCHPAD(80);

  private final int code;

  PrimitiveArgument(int code) {
    this.code = code;
  }

  /** The C value. */
  int code() {
    return code;
  }
}

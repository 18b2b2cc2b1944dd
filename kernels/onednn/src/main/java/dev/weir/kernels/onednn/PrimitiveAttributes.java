package dev.weir.kernels.onednn;

/**
 * How a primitive computes, as a value: part of what identifies a compiled primitive. Post-ops will
 * be a further component.
 */
record PrimitiveAttributes(FpMathMode mathMode) {

  /** Full float32 arithmetic, no post-ops. */
  static final PrimitiveAttributes STRICT = new PrimitiveAttributes(FpMathMode.STRICT);
}

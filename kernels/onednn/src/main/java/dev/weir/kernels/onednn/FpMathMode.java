package dev.weir.kernels.onednn;

/**
 * {@code dnnl_fpmath_mode_t}: to what float32 may be rounded inside a primitive for speed. Ordinals
 * are the C values.
 */
enum FpMathMode {
  /** Not at all: the default. */
  STRICT,
  BF16,
  F16,
  ANY,
  TF32
}

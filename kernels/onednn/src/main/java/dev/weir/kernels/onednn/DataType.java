package dev.weir.kernels.onednn;

/**
 * {@code dnnl_data_type_t}, as far as matrix products and convolutions need it.
 *
 * <p>There is no float64: oneDNN has no CPU kernels for it. F16 and BF16 are described here on
 * every CPU, but compile only where the CPU computes with them (AVX2-VNNI-2, AVX-512 and later on
 * x86); elsewhere compiling a primitive fails with {@link DnnlStatus#UNIMPLEMENTED}.
 */
enum DataType {
  F16(1, 2),
  BF16(2, 2),
  F32(3, 4),
  S32(4, 4);

  private final int code;
  private final int bytes;

  DataType(int code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /** The C value. */
  int code() {
    return code;
  }

  /** Size of one element. */
  int bytes() {
    return bytes;
  }
}

package dev.weir.kernels.onednn;

import java.util.Locale;

/** {@code dnnl_status_t}: what every function of oneDNN returns. Ordinals are the C values. */
enum DnnlStatus {
  SUCCESS("success"),
  OUT_OF_MEMORY("out of memory"),
  INVALID_ARGUMENTS("invalid arguments"),
  UNIMPLEMENTED("not implemented for these types, shapes or this CPU"),
  LAST_IMPL_REACHED("no further implementation"),
  RUNTIME_ERROR("runtime error"),
  NOT_REQUIRED("not required"),
  INVALID_GRAPH("invalid graph"),
  INVALID_GRAPH_OP("invalid graph op"),
  INVALID_SHAPE("invalid shape"),
  INVALID_DATA_TYPE("invalid data type"),
  /** A number that oneDNN 3.11 does not define. */
  UNKNOWN("unknown status");

  private static final DnnlStatus[] VALUES = values();

  private final String text;

  DnnlStatus(String text) {
    this.text = text;
  }

  /** The status of a C value. */
  static DnnlStatus of(int code) {
    return code >= 0 && code < UNKNOWN.ordinal() ? VALUES[code] : UNKNOWN;
  }

  /** Throws, naming the function, unless the C value is {@code dnnl_success}. */
  static void check(String function, int code) {
    if (code != 0) {
      throw failure(function, code);
    }
  }

  private static OneDnnException failure(String function, int code) {
    DnnlStatus status = of(code);
    return new OneDnnException(
        status,
        String.format(
            Locale.ROOT, "%s failed: %s (dnnl_status_t %d)", function, status.text, code));
  }
}

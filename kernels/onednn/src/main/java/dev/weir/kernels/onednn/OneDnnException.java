package dev.weir.kernels.onednn;

/** A call of oneDNN failed, or oneDNN cannot be used; the message names the function. */
final class OneDnnException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final DnnlStatus status;

  OneDnnException(DnnlStatus status, String message) {
    super(message);
    this.status = status;
  }

  OneDnnException(DnnlStatus status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /** What oneDNN answered. */
  DnnlStatus status() {
    return status;
  }
}

package dev.weir.conformance;

/**
 * The oracle process ended, or did not answer in time, while it was asked about a graph: an answer
 * about that graph alone, since the next one gets a new process.
 */
public final class OracleCrash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isHang;

  private OracleCrash(String message, boolean isHang) {
    super(message);
    this.isHang = isHang;
  }

  /** The process ended, for the reason given. */
  static OracleCrash ended(String how) {
    return new OracleCrash("TensorFlow crashed: " + how, false);
  }

  /** The process was killed because it gave no answer. */
  static OracleCrash hung(String how) {
    return new OracleCrash("TensorFlow hung: " + how, true);
  }

  /** Whether it was killed for giving no answer, rather than ending by itself. */
  public boolean isHang() {
    return isHang;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}

package dev.weir.conformance;

/** How a request to the oracle process went; the first byte of an answer. */
enum OracleOutcome {
  /** As asked; what follows is the answer. */
  DONE,
  /** TensorFlow refused: phase, code, message. */
  REFUSED,
  /** The request made no sense, an unknown node for instance: code, message. */
  ASKED_WRONGLY,
  /** The oracle's own code failed: message. */
  FAILED;

  private static final OracleOutcome[] ALL = values();

  static OracleOutcome of(byte number) {
    return ALL[number];
  }
}

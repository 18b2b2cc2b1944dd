package dev.weir.conformance;

import dev.weir.error.ErrorCode;

/** TensorFlow's refusal of a graph or a step: its code, its message, and when it refused. */
public final class OracleRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** When TensorFlow refused. */
  public enum Phase {
    /** While the graph was built: unknown ops, wrong attributes or dtypes, shape inference. */
    IMPORT,
    /** While a step was set up or ran: placement, missing kernels, failing kernels. */
    RUN
  }

  private final Phase phase;
  private final ErrorCode code;

  OracleRefusal(Phase phase, ErrorCode code, String message) {
    super(message);
    this.phase = phase;
    this.code = code;
  }

  /** Whether the graph was refused or a step of it. */
  public Phase phase() {
    return phase;
  }

  /** What kind of failure TensorFlow calls it. */
  public ErrorCode code() {
    return code;
  }

  /** The message as TensorFlow wrote it. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  @Override
  public String toString() {
    return "TensorFlow refused (" + phase + ", " + code + "): " + getMessage();
  }
}

package dev.weir.error;

/**
 * What kind of failure it is, with TensorFlow's names and numbers, so that a code keeps its meaning
 * across the wire and in files.
 */
public enum ErrorCode {
  CANCELLED(1, Blame.USER),
  UNKNOWN(2, Blame.SYSTEM),
  INVALID_ARGUMENT(3, Blame.USER),
  DEADLINE_EXCEEDED(4, Blame.RESOURCE),
  NOT_FOUND(5, Blame.USER),
  ALREADY_EXISTS(6, Blame.USER),
  PERMISSION_DENIED(7, Blame.USER),
  RESOURCE_EXHAUSTED(8, Blame.RESOURCE),
  FAILED_PRECONDITION(9, Blame.USER),
  ABORTED(10, Blame.SYSTEM),
  OUT_OF_RANGE(11, Blame.USER),
  UNIMPLEMENTED(12, Blame.USER),
  INTERNAL(13, Blame.SYSTEM),
  UNAVAILABLE(14, Blame.RESOURCE),
  DATA_LOSS(15, Blame.SYSTEM),
  UNAUTHENTICATED(16, Blame.USER);

  /** Who can do something about it: the caller, the operator of the machine, or Weir's authors. */
  public enum Blame {
    USER,
    RESOURCE,
    SYSTEM
  }

  private final int number;
  private final Blame blame;

  ErrorCode(int number, Blame blame) {
    this.number = number;
    this.blame = blame;
  }

  /** The number TensorFlow gives this code on the wire. */
  public int number() {
    return number;
  }

  /** Who can do something about a failure with this code. */
  public Blame blame() {
    return blame;
  }
}

package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.testkit.Tolerance;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ops that both systems refuse alike, but with different codes. */
final class OtherCodes {
  /** What each system says, and why it stays so. */
  record Deviation(ErrorCode ours, ErrorCode theirs, String reason) {}

  /** Users find them in docs/compatibility.md. */
  static final Map<String, Deviation> DEVIATIONS =
      Map.of(
          "Cross",
              new Deviation(
                  ErrorCode.INVALID_ARGUMENT,
                  ErrorCode.FAILED_PRECONDITION,
                  "TensorFlow's own code for the same shape is INVALID_ARGUMENT before the run"),
          "MergeV2Checkpoints",
              new Deviation(
                  ErrorCode.NOT_FOUND,
                  ErrorCode.INVALID_ARGUMENT,
                  "a checkpoint that is not there is NOT_FOUND, as with RestoreV2"),
          "ReduceJoin",
              new Deviation(
                  ErrorCode.INVALID_ARGUMENT,
                  ErrorCode.OUT_OF_RANGE,
                  "TensorFlow's own code for the same axis is INVALID_ARGUMENT before the run"),
          "TruncateDiv",
              new Deviation(
                  ErrorCode.INVALID_ARGUMENT,
                  ErrorCode.INTERNAL,
                  "division by zero is the caller's mistake, as with Div"),
          "TruncateMod",
              new Deviation(
                  ErrorCode.INVALID_ARGUMENT,
                  ErrorCode.INTERNAL,
                  "division by zero is the caller's mistake, as with Mod"));

  private OtherCodes() {}

  /**
   * Whether both refuse with the same code, or with codes that are known to differ.
   *
   * @param how what the problem starts with
   * @param ops those that may have refused
   */
  static Verdict compare(
      String how, Collection<String> ops, WeirException ours, OracleRefusal theirs) {
    if (ours.code() == theirs.code()) {
      return Verdict.agrees(Tolerance.Worst.NONE);
    }
    return isAboutNoValue(ours, theirs)
            || ops.stream().anyMatch(op -> isKnown(op, ours.code(), theirs.code()))
        ? Verdict.of(Verdict.Means.OTHER_CODE)
        : Verdict.differs(
            "%sWeir refuses with %s (%s), TensorFlow with %s: %s"
                .formatted(
                    how, ours.code(), ours.getMessage(), theirs.code(), theirs.getMessage()));
  }

  /**
   * Whether both miss the value of a variable behind a handle. Weir's code is that of
   * ReadVariableOp for every op, as a client that initializes the variable and tries again expects;
   * TensorFlow's is one of three, depending on the op.
   */
  private static boolean isAboutNoValue(WeirException ours, OracleRefusal theirs) {
    boolean isTheirs =
        (theirs.code() == ErrorCode.INTERNAL
                && theirs.getMessage().contains("Invalid variable reference"))
            || (theirs.code() == ErrorCode.NOT_FOUND
                && theirs.getMessage().contains("does not exist"));
    return isTheirs
        && ours.code() == ErrorCode.FAILED_PRECONDITION
        && String.valueOf(ours.getMessage()).contains("It has no value");
  }

  private static boolean isKnown(String op, ErrorCode ours, ErrorCode theirs) {
    @Nullable Deviation known = DEVIATIONS.get(op);
    return known != null && known.ours() == ours && known.theirs() == theirs;
  }
}

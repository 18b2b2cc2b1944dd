package dev.weir.simulation;

import dev.weir.error.WeirException;
import org.jspecify.annotations.Nullable;

/** Which errors a client may be told. */
final class Judgment {
  private Judgment() {}

  /**
   * What is wrong with an error; null if nothing is.
   *
   * @param ended whether the client itself, or another by a reset, ended what the call was about
   */
  static @Nullable String of(
      WeirException error, Expectation expectation, boolean faultless, boolean ended) {
    String text = String.valueOf(error.getMessage());
    if (expectation.allows(error)) {
      return null;
    }
    if (ended) {
      return switch (error.code()) {
        case INTERNAL, UNKNOWN, DATA_LOSS, UNIMPLEMENTED -> "a strange error: " + error;
        default -> null;
      };
    }
    if (faultless) {
      return "nothing went wrong, but it failed: " + error;
    }
    return switch (error.code()) {
      case DEADLINE_EXCEEDED ->
          text.startsWith(SimulatedNetwork.MARK + "silent") ? "it hung: " + text : null;
      case UNAVAILABLE ->
          text.startsWith(SimulatedNetwork.MARK)
                  || error.task() != null
                  || text.startsWith("/job:") // a task that is lost to the one that says so
                  || text.startsWith("the cluster is incomplete")
              ? null
              : "the error does not say from which task it is: " + text;
      case ABORTED -> text.contains("is over on this task") ? "not the first cause: " + text : null;
      default -> "an error that nothing explains: " + error;
    };
  }
}

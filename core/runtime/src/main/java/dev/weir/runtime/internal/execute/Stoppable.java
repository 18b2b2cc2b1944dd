package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;

/** A running step that can be stopped, in this process or on a cluster. */
public interface Stoppable {
  /** Stops it as soon as possible; the first cause stays. */
  void abort(WeirException cause);

  /** What it is doing at this moment, for error messages. */
  String whereabouts();

  /** Stops it because the program asked for it. */
  default void cancel() {
    abort(
        new WeirException(
            ErrorCode.CANCELLED,
            "the step was cancelled by the program: "
                + whereabouts()
                + "; a Cancellation stays cancelled, so use a new one for the next step"));
  }
}

package dev.weir.ops.support;

import dev.weir.error.WeirException;
import org.jspecify.annotations.Nullable;

/**
 * Of the errors that several threads meet in their parts of a loop, that of the lowest position: a
 * loop on one thread would have ended with it.
 */
final class EarliestError {
  private long position;
  private @Nullable WeirException error;

  /** A part of a loop that keeps in a field where it is. */
  abstract static class Part {
    long position;

    abstract void run();
  }

  /** Runs a part and keeps its error. */
  void in(Part part) {
    try {
      part.run();
    } catch (WeirException e) {
      keep(part.position, e);
    }
  }

  private synchronized void keep(long at, WeirException newError) {
    if (error == null || at < position) {
      position = at;
      error = newError;
    }
  }

  /** Throws the error, if there was one. */
  synchronized void rethrow() {
    if (error != null) {
      throw error;
    }
  }
}

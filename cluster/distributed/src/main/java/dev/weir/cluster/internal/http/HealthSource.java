package dev.weir.cluster.internal.http;

/**
 * Knows how a task is. Asked by any thread, and often: answers must come at once, from what is
 * known already.
 */
public interface HealthSource {
  /** Whether the process works at all; what does not is to be started again. */
  Health liveness();

  /** Whether steps can be run now: not while starting, nor while draining. */
  Health readiness();

  /**
   * An answer.
   *
   * @param isGood whether all is well
   * @param reason why, in one line: {@code waiting for ps/1}
   */
  record Health(boolean isGood, String reason) {
    /** All is well. */
    public static Health good(String reason) {
      return new Health(true, reason);
    }

    /** Something is wrong. */
    public static Health bad(String reason) {
      return new Health(false, reason);
    }
  }
}

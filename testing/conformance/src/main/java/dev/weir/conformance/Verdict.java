package dev.weir.conformance;

import org.jspecify.annotations.Nullable;

/**
 * How Weir compares with TensorFlow in one case.
 *
 * @param worstUlps the largest difference of a value
 * @param problem what is wrong; null if all is well
 * @param isSupportedThere whether TensorFlow could run the case at all
 */
public record Verdict(double worstUlps, @Nullable String problem, boolean isSupportedThere) {
  static Verdict agrees(double worstUlps) {
    return new Verdict(worstUlps, null, true);
  }

  static Verdict differs(String problem) {
    return new Verdict(Double.POSITIVE_INFINITY, problem, true);
  }

  /** TensorFlow has no kernel for it, so there is nothing to compare with. */
  static Verdict notThere() {
    return new Verdict(0, null, false);
  }
}

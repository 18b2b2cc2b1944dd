package dev.weir.conformance;

import dev.weir.testkit.Tolerance;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How Weir compares with TensorFlow in one case.
 *
 * @param worst the largest differences of values
 * @param problem what is wrong; null if all is well
 * @param means what the case was held to
 * @param attrs the type attributes whose type another one stood in for; empty if none did
 */
public record Verdict(
    Tolerance.Worst worst, @Nullable String problem, Means means, Set<String> attrs) {
  /** What a case was held to. */
  public enum Means {
    /** TensorFlow, in the same types. */
    TENSORFLOW,
    /** TensorFlow refuses it too, with another code: see {@link OtherCodes}. */
    OTHER_CODE,
    /** TensorFlow, in a wider type, as it has no kernel for the type. */
    WIDER_IN_TENSORFLOW,
    /** Weir, in a wider type, as TensorFlow has no kernel for either. */
    WIDER_IN_WEIR,
    /** Weir ran it, and the result means something else in every other type. */
    EXECUTED,
    /** Weir differs from TensorFlow in the way that the sample says. */
    DEVIATES,
    /** Weir refuses the case, as it must, and TensorFlow ends the process. */
    CRASH,
    /** Weir refuses the case, as it must, and TensorFlow has no kernel for the types. */
    REFUSED_HERE,
    /** Neither system has a kernel. */
    NO_KERNEL
  }

  static Verdict agrees(Tolerance.Worst worst) {
    return new Verdict(worst, null, Means.TENSORFLOW, Set.of());
  }

  static Verdict differs(String problem) {
    return new Verdict(Tolerance.Worst.NONE, problem, Means.TENSORFLOW, Set.of());
  }

  /** Agrees with what another type gives. */
  static Verdict agreesWider(Tolerance.Worst worst, boolean isTensorFlows, Set<String> attrs) {
    Means means = isTensorFlows ? Means.WIDER_IN_TENSORFLOW : Means.WIDER_IN_WEIR;
    return new Verdict(worst, null, means, attrs);
  }

  /** As it should be, but TensorFlow said nothing about values. */
  static Verdict of(Means means) {
    return new Verdict(Tolerance.Worst.NONE, null, means, Set.of());
  }
}

package dev.weir.conformance;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Samples for which TensorFlow does something else when its kernels use oneDNN than when they do
 * not: {@code -Dweir.oracle.onednn=1}. Users find them in docs/compatibility.md.
 */
final class OnednnDeviations {
  /**
   * A declared difference.
   *
   * @param ops a regular expression for ops
   * @param titles a regular expression for the titles of their samples
   * @param problem what the judge's problem must contain
   * @param theirs what TensorFlow does, as written in docs/compatibility.md
   */
  record Deviation(Pattern ops, Pattern titles, String problem, String theirs) {
    boolean isAbout(OpSample sample) {
      return ops.matcher(sample.op()).matches() && titles.matcher(sample.title()).matches();
    }
  }

  private static final String IS_COMPUTED = "only Weir refuses it";

  static final List<Deviation> ALL =
      List.of(
          of(
              "ConjugateTranspose",
              "scalar",
              "Check failed: dims_tf_order.size() > 0",
              "ends the process"),
          of(
              "Conv2D|Conv3D|DepthwiseConv2dNative|_FusedConv2D",
              "no images|no volumes",
              "output 0: got",
              "as many channels as the input has"),
          of(
              "Conv2D|_FusedConv2D",
              "no outputs",
              "only TensorFlow refuses it: filter must not have zero elements",
              "refused"),
          of("Conv3D", "flat", IS_COMPUTED, "computed"),
          of(
              "_FusedConv2D|_FusedMatMul",
              "(Relu6?, )?infinity and NaN",
              "got NaN, expected 0.0",
              "0"),
          of("_FusedMatMul", "GeluExact, infinity and NaN", "got Infinity, expected NaN", "NaN"),
          of("_FusedConv2D", "no bias", IS_COMPUTED, "computed"),
          of("_FusedConv2D|_FusedMatMul", "a row as bias", IS_COMPUTED, "computed"),
          of("_FusedMatMul", "two biases", IS_COMPUTED, "computed"),
          of(
              "_FusedMatMul",
              "BiasAdd, Add, .*",
              "only TensorFlow refuses it: MklFusedMatMul must have 2 post-arguments at most",
              "refused"),
          of("_FusedMatMul", "no columns", "TensorFlow crashed: signal 6", "ends the process"),
          of(
              "_FusedMatMul",
              "no bias|unknown|two activations|normalized",
              "TensorFlow with INVALID_ARGUMENT",
              "`INVALID_ARGUMENT`"),
          of("FusedBatchNormV3", ".*", "output 5: got ", "an empty vector"),
          of("FusedBatchNormGrad(V2|V3)?", ".*", "output 3: got ", "a scalar"),
          of("Softmax", "infinities", "got NaN, expected 0.0", "0"),
          of("Softmax", "of a scalar", "TensorFlow with ABORTED", "`ABORTED`"));

  /** Ops of which all cases differ. */
  static final Set<String> WITHOUT_COMPARISON = Set.of("FusedBatchNormGrad");

  /** How much results may differ where oneDNN adds up in another order or approximates. */
  private static final Tolerance APPROXIMATE = Tolerance.of(1e-6, 1e-6);

  /** Samples whose results are compared more loosely. */
  private static final List<Deviation> INEXACT =
      List.of(
          of("_FusedConv2D", "channels first", "", "sums in another order"),
          of("_FusedMatMul", "BiasAdd, GeluExact", "", "an approximation of erf"));

  /** Those that have shown. */
  private static final Set<Deviation> SEEN = ConcurrentHashMap.newKeySet();

  private OnednnDeviations() {}

  private static Deviation of(String ops, String titles, String problem, String theirs) {
    return new Deviation(Pattern.compile(ops), Pattern.compile(titles), problem, theirs);
  }

  /** The verdict, unless it is a problem that is declared and the oracle uses oneDNN. */
  static Verdict explain(OpSample sample, Verdict verdict) {
    String problem = verdict.problem();
    if (problem == null || OracleSettings.isStandard()) {
      return verdict;
    }
    @Nullable Deviation known =
        ALL.stream()
            .filter(each -> each.isAbout(sample) && problem.contains(each.problem()))
            .findFirst()
            .orElse(null);
    if (known == null) {
      return verdict;
    }
    SEEN.add(known);
    return Verdict.of(Verdict.Means.DEVIATES);
  }

  /** How much results of a sample may differ. */
  static Tolerance tolerance(OpSample sample) {
    return !OracleSettings.isStandard() && INEXACT.stream().anyMatch(each -> each.isAbout(sample))
        ? APPROXIMATE
        : sample.tolerance();
  }

  /** Those declared that no sample has shown so far. */
  static List<Deviation> unseen() {
    return ALL.stream().filter(deviation -> !SEEN.contains(deviation)).toList();
  }
}

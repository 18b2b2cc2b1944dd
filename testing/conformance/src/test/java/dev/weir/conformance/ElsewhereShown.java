package dev.weir.conformance;

import java.util.Map;
import java.util.Set;

/** Ops whose gradient no single node with sample inputs can show, and the test that shows it. */
final class ElsewhereShown {
  static final Set<String> OPS =
      Set.of(
          "Identity",
          // They have no float64: TestRecurrentGradients.
          "BlockLSTM",
          "BlockLSTMV2",
          "GRUBlockCell",
          "LSTMBlockCell");

  /**
   * Inputs with respect to which an op is smooth but has no gradient, as in TensorFlow, because no
   * op computes it. Whoever asks for one is refused.
   */
  static final Map<String, Set<Integer>> REFUSED =
      Map.of("Betainc", Set.of(0, 1), "Zeta", Set.of(0));

  private ElsewhereShown() {}
}

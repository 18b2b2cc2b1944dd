package dev.weir.conformance;

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

  private ElsewhereShown() {}
}

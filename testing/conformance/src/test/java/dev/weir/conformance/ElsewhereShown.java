package dev.weir.conformance;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ops whose gradient no single node with sample inputs can show, and the test that shows it. */
final class ElsewhereShown {
  /**
   * Shown by {@code dev.weir.autodiff.TestGradients}, loops and references by their refusal; or by
   * {@link TestSingleGradients}; draws by {@link TestDrawGradients}, and ops without float64 by
   * {@link TestRecurrentGradients}.
   */
  static final Set<String> OPS =
      Stream.concat(
              TestSingleGradients.all(),
              Stream.of(
                  "BlockLSTM",
                  "BlockLSTMV2",
                  "Case",
                  "Enter",
                  "Exit",
                  "GRUBlockCell",
                  "Identity",
                  "IdentityN",
                  "If",
                  "LSTMBlockCell",
                  "LoopCond",
                  "Merge",
                  "NextIteration",
                  "PartitionedCall",
                  "PreventGradient",
                  "RandomGamma",
                  "ReadVariableOp",
                  "RefEnter",
                  "RefExit",
                  "RefIdentity",
                  "RefMerge",
                  "RefNextIteration",
                  "RefSwitch",
                  "ResourceGather",
                  "ResourceGatherNd",
                  "StatefulPartitionedCall",
                  "StatelessCase",
                  "StatelessIf",
                  "StatelessRandomGammaV2",
                  "StatelessRandomGammaV3",
                  "StatelessWhile",
                  "Switch",
                  "While"))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Inputs with respect to which an op is smooth but has no gradient, as in TensorFlow, because no
   * op computes it. Requests for one are refused.
   */
  static final Map<String, Set<Integer>> REFUSED =
      Map.of(
          "Betainc", Set.of(0, 1),
          "IgammaGradA", Set.of(0),
          "RandomGammaGrad", Set.of(0),
          "Zeta", Set.of(0));

  private ElsewhereShown() {}
}

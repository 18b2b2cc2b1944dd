package dev.weir.conformance;

import java.util.Map;
import java.util.Set;

/** Ops whose gradient no single node with sample inputs can show, and the test that shows it. */
final class ElsewhereShown {
  /** Shown by {@code dev.weir.autodiff.TestGradients}; loops and references by their refusal. */
  static final Set<String> OPS =
      Set.of(
          "Case",
          "Enter",
          "Exit",
          "Identity",
          "IdentityN",
          "If",
          "LoopCond",
          "Merge",
          "NextIteration",
          "PartitionedCall",
          "PreventGradient",
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
          "StatelessWhile",
          "Switch",
          "While");

  /**
   * Inputs with respect to which an op is smooth but has no gradient, as in TensorFlow, because no
   * op computes it. Whoever asks for one is refused.
   */
  static final Map<String, Set<Integer>> REFUSED =
      Map.of("Betainc", Set.of(0, 1), "Zeta", Set.of(0));

  private ElsewhereShown() {}
}

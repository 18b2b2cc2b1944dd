package dev.weir.graph.structural;

import dev.weir.graph.NodeKind;

/**
 * {@code LoopCond(input: bool) -> (output: bool)} — marks the condition of a loop; its input,
 * unchanged.
 */
final class LoopCond extends Forwarding {
  LoopCond() {
    super("LoopCond(input: bool) -> (output: bool)", NodeKind.LOOP_CONDITION);
  }
}

package dev.weir.ops.nn;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of this group. */
public final class NnLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> ops() {
    return List.of(
        new BlockLSTM(),
        new BlockLSTMGrad(),
        new BlockLSTMGradV2(),
        new BlockLSTMV2(),
        new GRUBlockCell(),
        new GRUBlockCellGrad(),
        new LSTMBlockCell(),
        new LSTMBlockCellGrad());
  }
}

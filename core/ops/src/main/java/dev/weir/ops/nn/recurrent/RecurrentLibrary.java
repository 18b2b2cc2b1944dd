package dev.weir.ops.nn.recurrent;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Recurrent cells. */
public final class RecurrentLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(new BlockLSTM(), new BlockLSTMV2(), new GRUBlockCell(), new LSTMBlockCell());
  }

  @Override
  public List<OpDefinition> gradientOps() {
    return List.of(
        new BlockLSTMGrad(),
        new BlockLSTMGradV2(),
        new GRUBlockCellGrad(),
        new LSTMBlockCellGrad());
  }
}

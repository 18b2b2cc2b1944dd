package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.Map;

/**
 * Recurrent cells of 128 numbers for a batch of 32, and sequences of 20 steps. What a step saves
 * for its gradient is made up, so that the gradient is measured alone.
 */
final class RecurrentCases {
  private static final int STEPS = 20;
  private static final int BATCH = 32;
  private static final int INPUTS = 128;
  private static final int CELLS = 128;
  private static final int LSTM_GATES = 4;
  private static final int SAVED_BY_CELL = 6;
  private static final int SAVED_BY_SEQUENCE = 7;
  private static final int SAVED_BY_GRU = 3;

  private RecurrentCases() {}

  static void addTo(Map<String, Build> all) {
    all.put("LSTMBlockCell", g -> cell(g, "LSTMBlockCell").build());
    all.put("LSTMBlockCellGrad", RecurrentCases::cellGradient);
    for (String version : new String[] {"", "V2"}) {
      all.put("BlockLSTM" + version, g -> sequence(g, "BlockLSTM" + version).build());
      all.put("BlockLSTMGrad" + version, g -> sequenceGradient(g, "BlockLSTMGrad" + version));
    }
    all.put("GRUBlockCell", g -> gru(g, "GRUBlockCell").build());
    all.put("GRUBlockCellGrad", RecurrentCases::gruGradient);
  }

  /** Small enough for the gates not to saturate. */
  private static Output weights(OpGraph g, long... sizes) {
    return g.between(DType.FLOAT32, -0.1, 0.1, sizes);
  }

  /** What a gate may give. */
  private static Output saved(OpGraph g, long... sizes) {
    return g.between(DType.FLOAT32, 0.1, 0.9, sizes);
  }

  /** Adds the state before the first step, the weights, those of the peepholes and the bias. */
  private static NodeBuilder lstm(OpGraph g, NodeBuilder op) {
    op.input(saved(g, BATCH, CELLS)).input(saved(g, BATCH, CELLS));
    op.input(weights(g, INPUTS + CELLS, LSTM_GATES * CELLS));
    op.input(weights(g, CELLS)).input(weights(g, CELLS)).input(weights(g, CELLS));
    return op.input(weights(g, LSTM_GATES * CELLS)).attr("use_peephole", false);
  }

  private static NodeBuilder cell(OpGraph g, String op) {
    return lstm(g, g.op(op, g.floats(BATCH, INPUTS)));
  }

  private static Node cellGradient(OpGraph g) {
    NodeBuilder op = cell(g, "LSTMBlockCellGrad");
    for (int i = 0; i < SAVED_BY_CELL; i++) {
      op.input(saved(g, BATCH, CELLS));
    }
    return op.input(g.floats(BATCH, CELLS)).input(g.floats(BATCH, CELLS)).build();
  }

  private static NodeBuilder sequence(OpGraph g, String op) {
    return lstm(g, g.op(op, g.ops().constant((long) STEPS), g.floats(STEPS, BATCH, INPUTS)));
  }

  private static Node sequenceGradient(OpGraph g, String name) {
    NodeBuilder op = sequence(g, name);
    for (int i = 0; i < SAVED_BY_SEQUENCE; i++) {
      op.input(saved(g, STEPS, BATCH, CELLS));
    }
    return op.input(g.floats(STEPS, BATCH, CELLS)).input(g.floats(STEPS, BATCH, CELLS)).build();
  }

  private static NodeBuilder gru(OpGraph g, String op) {
    return g.op(
        op,
        g.floats(BATCH, INPUTS),
        saved(g, BATCH, CELLS),
        weights(g, INPUTS + CELLS, 2 * CELLS),
        weights(g, INPUTS + CELLS, CELLS),
        weights(g, 2 * CELLS),
        weights(g, CELLS));
  }

  private static Node gruGradient(OpGraph g) {
    NodeBuilder op = gru(g, "GRUBlockCellGrad");
    for (int i = 0; i < SAVED_BY_GRU; i++) {
      op.input(saved(g, BATCH, CELLS));
    }
    return op.input(g.floats(BATCH, CELLS)).build();
  }
}

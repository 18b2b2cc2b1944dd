package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;

/** Methods of {@link NnOps}: recurrent cells, for one step or for whole sequences. */
abstract class RecurrentMethods extends ConvolutionMethods {
  RecurrentMethods(Scope scope) {
    super(scope);
  }

  private static NodeBuilder add(NodeBuilder builder, NnOps.LstmWeights weights) {
    return builder
        .input(weights.w())
        .input(weights.wci())
        .input(weights.wcf())
        .input(weights.wco())
        .input(weights.b());
  }

  private static NnOps.Lstm lstm(Node node) {
    return new NnOps.Lstm(
        node.output(0),
        node.output(1),
        node.output(2),
        node.output(3),
        node.output(4),
        node.output(5),
        node.output(6));
  }

  /**
   * One step of an LSTM: {@code x} is {@code [batch, inputs]}, the states {@code [batch, cells]}.
   */
  public NnOps.Lstm lstmBlockCell(
      Operand x, Operand csPrev, Operand hPrev, NnOps.LstmWeights weights, LstmOptions options) {
    NodeBuilder builder = add(node("LSTMBlockCell", x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("forget_bias", options.forgetBias())
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /**
   * An LSTM over the first {@code seqLenMax} steps of {@code x}, which is {@code [steps, batch,
   * inputs]}. In the weights the cell's candidate comes before the forget gate.
   */
  public NnOps.Lstm blockLstm(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      NnOps.LstmWeights weights,
      LstmOptions options) {
    NodeBuilder builder = add(node("BlockLSTM", seqLenMax, x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("forget_bias", options.forgetBias())
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /**
   * An LSTM over the first {@code seqLenMax} steps of {@code x}, which is {@code [steps, batch,
   * inputs]}. In the weights the forget gate comes before the cell's candidate; there is no forget
   * bias.
   */
  public NnOps.Lstm blockLstmV2(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      NnOps.LstmWeights weights,
      LstmOptions options) {
    NodeBuilder builder = add(node("BlockLSTMV2", seqLenMax, x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /**
   * One step of a gated recurrent unit: {@code x} is {@code [batch, inputs]}, {@code hPrev} {@code
   * [batch, cells]}, {@code wRu} {@code [inputs + cells, 2 cells]} and {@code wC} {@code [inputs +
   * cells, cells]}. Gradients flow through {@code h} only.
   */
  public NnOps.Gru gruBlockCell(
      Operand x, Operand hPrev, Operand wRu, Operand wC, Operand bRu, Operand bC) {
    Node node = node("GRUBlockCell", x, hPrev, wRu, wC, bRu, bC).build();
    return new NnOps.Gru(node.output(0), node.output(1), node.output(2), node.output(3));
  }
}

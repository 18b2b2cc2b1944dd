package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import java.util.List;

/** Builds nodes: recurrent cells, for one step or for whole sequences. */
public final class RecurrentOps {
  private final Scope scope;

  public RecurrentOps(Scope scope) {
    this.scope = scope;
  }

  /**
   * What an LSTM has learned: {@code w} is {@code [inputs + cells, 4 cells]}, {@code b} {@code [4
   * cells]}, the peepholes {@code wci}, {@code wcf} and {@code wco} are {@code [cells]} and looked
   * at only if the options ask for them.
   */
  public record Weights(Operand w, Operand wci, Operand wcf, Operand wco, Operand b) {}

  /**
   * What an LSTM gives: the input gate, the state, the forget gate, the output gate, the candidate,
   * the state's tanh and the output. Gradients flow through {@code cs} and {@code h} only.
   */
  public record Lstm(Output i, Output cs, Output f, Output o, Output ci, Output co, Output h) {
    List<Output> withoutH() {
      return List.of(i, cs, f, o, ci, co);
    }
  }

  /** The gradients of one step of an LSTM; {@code dicfo} is that of what the gates see. */
  public record LstmCellGradients(
      Output csPrev, Output dicfo, Output wci, Output wcf, Output wco) {}

  /** The gradients of an LSTM over sequences. */
  public record LstmGradients(
      Output x,
      Output csPrev,
      Output hPrev,
      Output w,
      Output wci,
      Output wcf,
      Output wco,
      Output b) {}

  /** What a gated recurrent unit gives: its two gates, the candidate and the output. */
  public record Gru(Output r, Output u, Output c, Output h) {}

  /** The gradients of a gated recurrent unit. */
  public record GruGradients(Output x, Output hPrev, Output cBar, Output rBarUBar) {}

  private static NodeBuilder add(NodeBuilder builder, Operand... inputs) {
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  private static NodeBuilder add(NodeBuilder builder, Weights weights) {
    return add(builder, weights.w(), weights.wci(), weights.wcf(), weights.wco(), weights.b());
  }

  private static Lstm lstm(Node node) {
    return new Lstm(
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
  public Lstm lstmBlockCell(
      Operand x, Operand csPrev, Operand hPrev, Weights weights, LstmOptions options) {
    NodeBuilder builder = add(add(scope.node("LSTMBlockCell"), x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("forget_bias", options.forgetBias())
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /** The gradients of {@link #lstmBlockCell}, out of those of its state and output. */
  public LstmCellGradients lstmBlockCellGrad(
      Operand x,
      Operand csPrev,
      Operand hPrev,
      Weights weights,
      Lstm step,
      Operand csGrad,
      Operand hGrad,
      boolean usePeephole) {
    NodeBuilder builder = add(add(scope.node("LSTMBlockCellGrad"), x, csPrev, hPrev), weights);
    step.withoutH().forEach(builder::input);
    Node node = add(builder, csGrad, hGrad).attr("use_peephole", usePeephole).build();
    return new LstmCellGradients(
        node.output(0), node.output(1), node.output(2), node.output(3), node.output(4));
  }

  /**
   * An LSTM over the first {@code seqLenMax} steps of {@code x}, which is {@code [steps, batch,
   * inputs]}. In the weights the cell's candidate comes before the forget gate.
   */
  public Lstm blockLstm(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      Weights weights,
      LstmOptions options) {
    NodeBuilder builder = add(add(scope.node("BlockLSTM"), seqLenMax, x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("forget_bias", options.forgetBias())
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /**
   * The same; in the weights the forget gate comes before the cell's candidate, and there is no
   * forget bias.
   */
  public Lstm blockLstmV2(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      Weights weights,
      LstmOptions options) {
    NodeBuilder builder = add(add(scope.node("BlockLSTMV2"), seqLenMax, x, csPrev, hPrev), weights);
    return lstm(
        builder
            .attr("cell_clip", options.cellClip())
            .attr("use_peephole", options.usePeephole())
            .build());
  }

  /** The gradients of {@link #blockLstm}, out of those of its states and outputs. */
  public LstmGradients blockLstmGrad(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      Weights weights,
      Lstm steps,
      Operand csGrad,
      Operand hGrad,
      boolean usePeephole) {
    NodeBuilder builder = scope.node("BlockLSTMGrad");
    add(add(builder, seqLenMax, x, csPrev, hPrev), weights);
    return gradients(builder, steps, csGrad, hGrad, usePeephole);
  }

  /** The gradients of {@link #blockLstmV2}, out of those of its states and outputs. */
  public LstmGradients blockLstmGradV2(
      Operand seqLenMax,
      Operand x,
      Operand csPrev,
      Operand hPrev,
      Weights weights,
      Lstm steps,
      Operand csGrad,
      Operand hGrad,
      boolean usePeephole) {
    NodeBuilder builder = scope.node("BlockLSTMGradV2");
    add(add(builder, seqLenMax, x, csPrev, hPrev), weights);
    return gradients(builder, steps, csGrad, hGrad, usePeephole);
  }

  private static LstmGradients gradients(
      NodeBuilder builder, Lstm steps, Operand csGrad, Operand hGrad, boolean usePeephole) {
    steps.withoutH().forEach(builder::input);
    Node node = add(builder, steps.h(), csGrad, hGrad).attr("use_peephole", usePeephole).build();
    return new LstmGradients(
        node.output(0),
        node.output(1),
        node.output(2),
        node.output(3),
        node.output(4),
        node.output(5),
        node.output(6),
        node.output(7));
  }

  /**
   * One step of a gated recurrent unit: {@code x} is {@code [batch, inputs]}, {@code hPrev} {@code
   * [batch, cells]}, {@code wRu} {@code [inputs + cells, 2 cells]} and {@code wC} {@code [inputs +
   * cells, cells]}. Gradients flow through {@code h} only.
   */
  public Gru gruBlockCell(
      Operand x, Operand hPrev, Operand wRu, Operand wC, Operand bRu, Operand bC) {
    Node node = add(scope.node("GRUBlockCell"), x, hPrev, wRu, wC, bRu, bC).build();
    return new Gru(node.output(0), node.output(1), node.output(2), node.output(3));
  }

  /** The gradients of {@link #gruBlockCell}, out of that of its output. */
  public GruGradients gruBlockCellGrad(
      Operand x,
      Operand hPrev,
      Operand wRu,
      Operand wC,
      Operand bRu,
      Operand bC,
      Gru step,
      Operand hGrad) {
    NodeBuilder builder = add(scope.node("GRUBlockCellGrad"), x, hPrev, wRu, wC, bRu, bC);
    Node node = add(builder, step.r(), step.u(), step.c(), hGrad).build();
    return new GruGradients(node.output(0), node.output(1), node.output(2), node.output(3));
  }
}

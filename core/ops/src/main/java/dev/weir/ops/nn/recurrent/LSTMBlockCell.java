package dev.weir.ops.nn.recurrent;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * One step of an LSTM for a batch of inputs: {@link LstmCell} says what it computes. All seven
 * outputs are {@code [batch, cells]}.
 *
 * <p>See <a href="https://arxiv.org/abs/1409.2329">Zaremba, Sutskever and Vinyals, 2014</a>.
 */
final class LSTMBlockCell extends Op {
  private static final int X = 0;
  private static final int H_PREV = 2;
  private static final int W = 3;
  private static final int B = 7;

  LSTMBlockCell() {
    super(
        "LSTMBlockCell(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T,"
            + " cs: T, f: T, o: T, ci: T, co: T, h: T) forget_bias:float=1.0; cell_clip:float=3.0;"
            + " use_peephole:bool=false; T:type in [half, float];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape x = context.requireRank(0, 2);
    Shape state = context.requireRank(1, 2);
    LstmShapes.check(context, 1, x.size(0), x.size(1), state.size(1));
    return Collections.nCopies(7, Shape.of(x.size(0), state.size(1)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> {
      Tensor x = context.input(0);
      LstmCell cell = cell(context, attrs, attrs.floating("forget_bias"));
      List<Tensor> outputs = new ArrayList<>();
      for (int i = 0; i < context.outputCount(); i++) {
        outputs.add(context.allocate(i, context.input(1).shape()));
      }
      cell.step(
          x.shape().size(0),
          new LstmCell.Rows(x, 0),
          new LstmCell.Rows(context.input(1), 0),
          new LstmCell.Rows(context.input(2), 0),
          outputs,
          0);
    };
  }

  /** The cell of the inputs of a kernel that begin {@code x, cs_prev, h_prev, w, wci, …}. */
  static LstmCell cell(KernelContext context, Attributes attrs, double forgetBias) {
    return new LstmCell(
        context.input(0).dtype(),
        LstmGates.CANDIDATE_SECOND,
        new LstmWeights(
            context.input(3),
            context.input(4),
            context.input(5),
            context.input(6),
            context.input(7)),
        Math.toIntExact(context.input(0).shape().size(1)),
        Math.toIntExact(context.input(1).shape().size(1)),
        forgetBias,
        attrs.has("cell_clip") ? attrs.floating("cell_clip") : 0,
        attrs.bool("use_peephole"));
  }

  @Override
  public void gradient(GradientContext context) {
    LstmGradients.requireStateOrOutput(context);
    GradientOps on = GradientOps.of(context);
    var builder = on.node("LSTMBlockCellGrad");
    for (int i = 0; i <= B; i++) {
      builder.input(context.input(i));
    }
    for (int i = 0; i < LstmCell.OUTPUT; i++) {
      builder.input(context.output(i));
    }
    Node back =
        builder
            .input(context.gradient(LstmCell.STATE))
            .input(context.gradient(LstmCell.OUTPUT))
            .attr("use_peephole", context.node().attrs().bool("use_peephole"))
            .build();
    Output gates = back.output(1);
    Supplier<Output> both = () -> on.matMul(gates, context.input(W), false, true);
    Supplier<Output> width =
        () -> on.op("Slice", on.shape(context.input(X)), on.ints(1), on.ints(1));
    context.flow(X, () -> LstmGradients.columns(on, both.get(), on.ints(0), width.get()));
    context.flow(1, () -> back.output(0));
    context.flow(H_PREV, () -> LstmGradients.columns(on, both.get(), width.get(), on.ints(-1)));
    context.flow(
        W,
        () -> {
          Output seen = LstmGradients.join(on, context.input(X), context.input(H_PREV));
          return on.matMul(seen, gates, true, false);
        });
    for (int peephole = 0; peephole < 3; peephole++) {
      int output = 2 + peephole;
      context.flow(W + 1 + peephole, () -> back.output(output));
    }
    context.flow(B, () -> on.sum(gates, on.ints(0), false));
  }
}

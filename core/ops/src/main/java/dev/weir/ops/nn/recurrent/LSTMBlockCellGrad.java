package dev.weir.ops.nn.recurrent;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The gradients of {@code LSTMBlockCell}: of the state before, of the sums the gates saw ({@code
 * dicfo}, four blocks of columns) and of the peepholes, out of those of the new state and output.
 * {@link LstmCellGradient} says what it computes; without peepholes their gradients are 0.
 */
final class LSTMBlockCellGrad extends Op {
  private static final int SAVED = 8;
  private static final int STATE_GRADIENT = 14;
  private static final int OUTPUT_GRADIENT = 15;

  LSTMBlockCellGrad() {
    super(
        "LSTMBlockCellGrad(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T,"
            + " cs: T, f: T, o: T, ci: T, co: T, cs_grad: T, h_grad: T) -> (cs_prev_grad: T, dicfo:"
            + " T, wci_grad: T, wcf_grad: T, wco_grad: T) use_peephole:bool; T:type in [half,"
            + " float];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow differentiates cells only once";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape x = context.requireRank(0, 2);
    Shape state = context.requireRank(1, 2);
    long cells = state.size(1);
    LstmShapes.check(context, 1, x.size(0), x.size(1), cells);
    Shape rows = Shape.of(x.size(0), cells);
    for (int i = SAVED; i <= OUTPUT_GRADIENT; i++) {
      LstmShapes.require(context, i, rows);
    }
    Shape peephole = Shape.of(cells);
    return List.of(
        rows,
        Shape.of(x.size(0), LstmShapes.times(cells, LstmGates.COUNT)),
        peephole,
        peephole,
        peephole);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> {
      LstmCell cell = LSTMBlockCell.cell(context, attrs, 0);
      List<Tensor> saved = new ArrayList<>();
      for (int i = 0; i < LstmCell.OUTPUT; i++) {
        saved.add(context.input(SAVED + i));
      }
      Tensor before = context.input(1);
      int batch = Math.toIntExact(before.shape().size(0));
      LstmCellGradient.Sums sums = new LstmCellGradient.Sums(batch, cell.cells());
      new LstmCellGradient(cell, saved, 0, new LstmCell.Rows(before, 0))
          .back(
              batch,
              Doubles.of(context.input(STATE_GRADIENT), 0, sums.state.length),
              Doubles.of(context.input(OUTPUT_GRADIENT), 0, sums.state.length),
              sums);
      give(context, 0, before.shape(), sums.state);
      give(context, 1, Shape.of(batch, (long) LstmGates.COUNT * cell.cells()), sums.gates);
      give(context, 2, Shape.of(cell.cells()), sums.inputPeephole);
      give(context, 3, Shape.of(cell.cells()), sums.forgetPeephole);
      give(context, 4, Shape.of(cell.cells()), sums.outputPeephole);
    };
  }

  private static void give(KernelContext context, int output, Shape shape, double[] values) {
    Doubles.write(values, context.allocate(output, shape), 0);
  }
}

package dev.weir.ops.nn.recurrent;

import dev.weir.error.ErrorCode;
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
import java.util.Collections;
import java.util.List;

/**
 * One step of a gated recurrent unit for a batch of inputs: {@link GruCell} says what it computes.
 * All four outputs are {@code [batch, cells]}.
 *
 * <p>See <a href="https://arxiv.org/abs/1406.1078">Cho and others, 2014</a>.
 */
final class GRUBlockCell extends Op {
  private static final int INPUTS = 6;
  private static final int OUTPUT = 3;

  GRUBlockCell() {
    super(
        "GRUBlockCell(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T) -> (r: T, u: T, c: T, h:"
            + " T) T:type in [float];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Collections.nCopies(4, GruCell.check(context));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return GRUBlockCell::compute;
  }

  private static void compute(KernelContext context) {
    GruCell cell = GruCell.of(context);
    int cells = cell.cells();
    Shape shape = cell.before().shape();
    Tensor reset = context.allocate(0, shape);
    Tensor update = context.allocate(1, shape);
    Tensor candidate = context.allocate(2, shape);
    Tensor output = context.allocate(OUTPUT, shape);
    for (int row = 0; row < cell.batch(); row++) {
      long from = (long) row * cells;
      double[] before = Doubles.of(cell.before(), from, cells);
      double[] gates = cell.product(row, before, cell.gateWeights());
      double[] kept = new double[cells];
      for (int c = 0; c < cells; c++) {
        double bias = context.input(4).getDouble(c);
        reset.setDouble(from + c, LstmCell.sigmoid(gates[c] + bias));
        bias = context.input(4).getDouble(cells + c);
        update.setDouble(from + c, LstmCell.sigmoid(gates[cells + c] + bias));
        kept[c] = before[c] * reset.getDouble(from + c);
      }
      double[] sums = cell.product(row, kept, cell.candidateWeights());
      for (int c = 0; c < cells; c++) {
        candidate.setDouble(from + c, Math.tanh(sums[c] + context.input(5).getDouble(c)));
        double u = update.getDouble(from + c);
        output.setDouble(from + c, (1 - u) * candidate.getDouble(from + c) + u * before[c]);
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    for (int i = 0; i < OUTPUT; i++) {
      if (context.reaches(i)) {
        throw context
            .node()
            .error(ErrorCode.UNIMPLEMENTED, "only its output h can be differentiated");
      }
    }
    GradientOps on = GradientOps.of(context);
    var builder = on.node("GRUBlockCellGrad");
    for (int i = 0; i < INPUTS; i++) {
      builder.input(context.input(i));
    }
    for (int i = 0; i < OUTPUT; i++) {
      builder.input(context.output(i));
    }
    Node back = builder.input(context.gradient(OUTPUT)).build();
    Output x = context.input(0);
    Output before = context.input(1);
    Output ofCandidate = back.output(2);
    Output ofGates = back.output(3);
    context.flow(0, () -> back.output(0));
    context.flow(1, () -> back.output(1));
    context.flow(2, () -> on.matMul(LstmGradients.join(on, x, before), ofGates, true, false));
    context.flow(
        3,
        () -> {
          Output kept = on.mul(before, context.output(0));
          return on.matMul(LstmGradients.join(on, x, kept), ofCandidate, true, false);
        });
    context.flow(4, () -> on.sum(ofGates, on.ints(0), false));
    context.flow(5, () -> on.sum(ofCandidate, on.ints(0), false));
  }
}

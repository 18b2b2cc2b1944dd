package dev.weir.ops.nn.recurrent;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradients of {@code GRUBlockCell}: of the input and of the output before, and of the sums
 * that the candidate and the two gates saw, out of that of the new output.
 */
final class GRUBlockCellGrad extends Op {
  private static final int SAVED = 6;
  private static final int OUTPUT_GRADIENT = 9;

  GRUBlockCellGrad() {
    super(
        "GRUBlockCellGrad(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h:"
            + " T) -> (d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T) T:type in [float];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow differentiates cells only once";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = GruCell.check(context);
    for (int i = SAVED; i <= OUTPUT_GRADIENT; i++) {
      LstmShapes.require(context, i, shape);
    }
    return List.of(
        context.requireRank(0, 2),
        shape,
        shape,
        Shape.of(shape.size(0), LstmShapes.times(shape.size(1), GruCell.GATES)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return GRUBlockCellGrad::compute;
  }

  private static void compute(KernelContext context) {
    GruCell cell = GruCell.of(context);
    int cells = cell.cells();
    int inputs = cell.inputs();
    Shape shape = cell.before().shape();
    Tensor ofX = context.allocate(0, cell.x().shape());
    Tensor ofBefore = context.allocate(1, shape);
    Tensor ofCandidate = context.allocate(2, shape);
    Tensor ofGates = context.allocate(3, Shape.of(shape.size(0), (long) GruCell.GATES * cells));
    for (int row = 0; row < cell.batch(); row++) {
      long from = (long) row * cells;
      double[] candidateSums = new double[cells];
      double[] gateSums = new double[GruCell.GATES * cells];
      for (int c = 0; c < cells; c++) {
        double update = context.input(7).getDouble(from + c);
        double candidate = context.input(8).getDouble(from + c);
        double gradient = context.input(OUTPUT_GRADIENT).getDouble(from + c);
        double before = cell.before().getDouble(from + c);
        candidateSums[c] = gradient * (1 - update) * (1 - candidate * candidate);
        gateSums[cells + c] = gradient * (before - candidate) * update * (1 - update);
      }
      double[] behindCandidate = cell.back(candidateSums, cell.candidateWeights());
      for (int c = 0; c < cells; c++) {
        double reset = context.input(SAVED).getDouble(from + c);
        double kept = behindCandidate[inputs + c];
        gateSums[c] = kept * cell.before().getDouble(from + c) * reset * (1 - reset);
      }
      double[] behindGates = cell.back(gateSums, cell.gateWeights());
      Doubles.write(candidateSums, ofCandidate, from);
      Doubles.write(gateSums, ofGates, from * GruCell.GATES);
      for (int k = 0; k < inputs; k++) {
        ofX.setDouble((long) row * inputs + k, behindGates[k] + behindCandidate[k]);
      }
      for (int c = 0; c < cells; c++) {
        double reset = context.input(SAVED).getDouble(from + c);
        double update = context.input(7).getDouble(from + c);
        double gradient = context.input(OUTPUT_GRADIENT).getDouble(from + c);
        ofBefore.setDouble(
            from + c,
            behindGates[inputs + c] + behindCandidate[inputs + c] * reset + gradient * update);
      }
    }
  }
}

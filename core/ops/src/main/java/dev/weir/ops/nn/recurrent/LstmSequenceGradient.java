package dev.weir.ops.nn.recurrent;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The gradients of an {@link LstmSequence}, out of those of all states and outputs: back through
 * the steps from the last of {@code seq_len_max} to the first.
 */
abstract class LstmSequenceGradient extends Op {
  private static final int X = 1;
  private static final int STATE = 2;
  private static final int OUTPUT = 3;
  private static final int SAVED = 9;
  private static final int STATE_GRADIENT = 16;
  private static final int OUTPUT_GRADIENT = 17;

  private final LstmGates gates;

  LstmSequenceGradient(String signature, LstmGates gates) {
    super(signature);
    this.gates = gates;
  }

  @Override
  public final String notDifferentiable() {
    return "TensorFlow differentiates cells only once";
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape x = LstmSequence.check(context);
    long cells = context.requireRank(STATE, 2).size(1);
    for (int i = SAVED; i <= OUTPUT_GRADIENT; i++) {
      LstmShapes.require(context, i, Shape.of(x.size(0), x.size(1), cells));
    }
    List<Shape> shapes = new ArrayList<>();
    for (int i = X; i < SAVED; i++) {
      int rank = i == X ? 3 : i <= 4 ? 2 : 1;
      shapes.add(context.requireRank(i, rank));
    }
    return shapes;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context ->
        new Way(context, LstmSequence.cell(context, spec.attrs(), gates, 0, 0)).back();
  }

  /** One run: what is carried from step to step, and what is added up. */
  private static final class Way {
    private final KernelContext context;
    private final LstmCell cell;
    private final Tensor x;
    private final int batch;
    private final int size;
    private final int width;
    private final LstmCellGradient.Sums sums;
    private final double[] inputGradient;
    private final double[] outputCarry;
    private final double[] weightGradient;
    private final double[] biasGradient;

    Way(KernelContext context, LstmCell cell) {
      this.context = context;
      this.cell = cell;
      this.x = context.input(X);
      this.batch = Math.toIntExact(x.shape().size(1));
      this.size = batch * cell.cells();
      this.width = LstmGates.COUNT * cell.cells();
      this.sums = new LstmCellGradient.Sums(batch, cell.cells());
      this.inputGradient = new double[Math.toIntExact(x.elements())];
      this.outputCarry = new double[size];
      this.weightGradient = new double[(cell.inputs() + cell.cells()) * width];
      this.biasGradient = new double[width];
    }

    void back() {
      long length = context.input(0).getLong(0);
      LstmSequence.requireLength(length, x.shape().size(0));
      List<Tensor> saved = new ArrayList<>();
      for (int i = 0; i < LstmCell.OUTPUT; i++) {
        saved.add(context.input(SAVED + i));
      }
      for (int step = (int) length - 1; step >= 0; step--) {
        long from = (long) step * size;
        LstmCell.Rows before = before(STATE, LstmCell.STATE, step);
        new LstmCellGradient(cell, saved, from, before)
            .back(
                batch,
                plus(Doubles.of(context.input(STATE_GRADIENT), from, size), sums.state),
                plus(Doubles.of(context.input(OUTPUT_GRADIENT), from, size), outputCarry),
                sums);
        passToInputs(step);
        addToWeights(step, before(OUTPUT, LstmCell.OUTPUT, step));
      }
      give();
    }

    private LstmCell.Rows before(int first, int saved, int step) {
      return step == 0
          ? new LstmCell.Rows(context.input(first), 0)
          : new LstmCell.Rows(context.input(SAVED + saved), (long) (step - 1) * size);
    }

    private static double[] plus(double[] a, double[] b) {
      for (int i = 0; i < a.length; i++) {
        a[i] += b[i];
      }
      return a;
    }

    /** The gradients of what the gates' sums were made of: of x and of the output before. */
    private void passToInputs(int step) {
      for (int row = 0; row < batch; row++) {
        for (int k = 0; k < cell.inputs() + cell.cells(); k++) {
          double sum = 0;
          for (int j = 0; j < width; j++) {
            sum += sums.gates[row * width + j] * cell.weights().matrix().getDouble(k * width + j);
          }
          if (k < cell.inputs()) {
            inputGradient[(step * batch + row) * cell.inputs() + k] = sum;
          } else {
            outputCarry[row * cell.cells() + k - cell.inputs()] = sum;
          }
        }
      }
    }

    private void addToWeights(int step, LstmCell.Rows outputBefore) {
      for (int row = 0; row < batch; row++) {
        for (int k = 0; k < cell.inputs() + cell.cells(); k++) {
          double seen =
              k < cell.inputs()
                  ? x.getDouble((long) (step * batch + row) * cell.inputs() + k)
                  : outputBefore.at((long) row * cell.cells() + k - cell.inputs());
          for (int j = 0; j < width; j++) {
            weightGradient[k * width + j] += seen * sums.gates[row * width + j];
          }
        }
        for (int j = 0; j < width; j++) {
          biasGradient[j] += sums.gates[row * width + j];
        }
      }
    }

    private void give() {
      List<double[]> gradients =
          List.of(
              inputGradient,
              sums.state,
              outputCarry,
              weightGradient,
              sums.inputPeephole,
              sums.forgetPeephole,
              sums.outputPeephole,
              biasGradient);
      for (int i = 0; i < gradients.size(); i++) {
        Tensor output = context.allocate(i, context.input(X + i).shape());
        ElementCopier.clear(output);
        if (output.elements() == gradients.get(i).length) { // unused peepholes may have any size
          Doubles.write(gradients.get(i), output, 0);
        }
      }
    }
  }
}

package dev.weir.ops.nn.recurrent;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * A gated recurrent unit for a batch, with {@code h} the output before:
 *
 * <pre>
 * [r, u] = σ([x, h] w_ru + b_ru)    c = tanh([x, h r] w_c + b_c)    h' = (1 - u) c + u h
 * </pre>
 *
 * @param gateWeights {@code w_ru}, {@code [inputs + cells, 2 cells]}
 * @param candidateWeights {@code w_c}, {@code [inputs + cells, cells]}
 */
record GruCell(
    Tensor x, Tensor before, Tensor gateWeights, Tensor candidateWeights, int inputs, int cells) {
  static final int GATES = 2;

  /** The cell of the inputs of a kernel that begin {@code x, h_prev, w_ru, w_c}. */
  static GruCell of(KernelContext context) {
    return new GruCell(
        context.input(0),
        context.input(1),
        context.input(2),
        context.input(3),
        Math.toIntExact(context.input(0).shape().size(1)),
        Math.toIntExact(context.input(1).shape().size(1)));
  }

  /** Checks {@code x, h_prev, w_ru, w_c, b_ru, b_c}. Returns the shape of the outputs. */
  static Shape check(ShapeContext context) {
    Shape x = context.requireRank(0, 2);
    Shape before = context.requireRank(1, 2);
    long cells = before.size(1);
    long seen =
        x.size(1) == Shape.UNKNOWN_SIZE || cells == Shape.UNKNOWN_SIZE
            ? Shape.UNKNOWN_SIZE
            : x.size(1) + cells;
    LstmShapes.require(context, 1, Shape.of(x.size(0), cells));
    LstmShapes.require(context, 2, Shape.of(seen, LstmShapes.times(cells, GATES)));
    LstmShapes.require(context, 3, Shape.of(seen, cells));
    LstmShapes.require(context, 4, Shape.of(LstmShapes.times(cells, GATES)));
    LstmShapes.require(context, 5, Shape.of(cells));
    return Shape.of(x.size(0), cells);
  }

  int batch() {
    return Math.toIntExact(x.shape().size(0));
  }

  /**
   * A row of {@code [x, state] weights}.
   *
   * @param state the cells' numbers in this row
   */
  double[] product(int row, double[] state, Tensor weights) {
    int width = Math.toIntExact(weights.shape().size(1));
    double[] sums = new double[width];
    for (int k = 0; k < inputs + cells; k++) {
      double value = k < inputs ? x.getDouble((long) row * inputs + k) : state[k - inputs];
      for (int j = 0; j < width; j++) {
        sums[j] += value * weights.getDouble((long) k * width + j);
      }
    }
    return sums;
  }

  /**
   * A row of the gradients of {@code [x, state]}, out of those of the sums: times the transpose.
   */
  double[] back(double[] sums, Tensor weights) {
    double[] gradients = new double[inputs + cells];
    for (int k = 0; k < gradients.length; k++) {
      for (int j = 0; j < sums.length; j++) {
        gradients[k] += sums[j] * weights.getDouble((long) k * sums.length + j);
      }
    }
    return gradients;
  }
}

package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.tensor.Tensor;

/**
 * The inputs that all kernels of LSTMs have.
 *
 * @param x the input, {@code [batch, inputs]} or {@code [steps, batch, inputs]}
 * @param state the previous state, {@code [batch, cells]}
 * @param output the previous output, {@code [batch, cells]}
 * @param weights {@code [inputs + cells, 4 cells]}
 * @param peepholes {@code wci}, {@code wcf} and {@code wco}, each {@code [cells]}
 * @param bias {@code [4 cells]}
 */
record LstmInputs(
    Tensor x, Tensor state, Tensor output, Tensor weights, Tensor[] peepholes, Tensor bias) {
  /** Where each is among the peepholes. */
  static final int WCI = 0;

  static final int WCF = 1;
  static final int WCO = 2;

  /** Those of a kernel whose inputs have {@code x} at a position and the others behind it. */
  static LstmInputs of(KernelContext context, int first) {
    return new LstmInputs(
        context.input(first),
        context.input(first + 1),
        context.input(first + 2),
        context.input(first + 3),
        new Tensor[] {context.input(first + 4), context.input(first + 5), context.input(first + 6)},
        context.input(first + 7));
  }

  int batch() {
    return Math.toIntExact(state.shape().size(0));
  }

  int cells() {
    return Math.toIntExact(state.shape().size(1));
  }

  int inputs() {
    return Math.toIntExact(x.shape().size(-1));
  }

  /** The sums of the gates of all cells: columns of the weights. */
  int width() {
    return LstmOp.GATES * cells();
  }

  /** The rows of weights that x is multiplied by. */
  MatrixView inputWeights() {
    return MatrixView.of(weights, 0, inputs(), width());
  }

  /** The rows of weights that the previous output is multiplied by. */
  MatrixView outputWeights() {
    return MatrixView.of(weights, (long) inputs() * width(), cells(), width());
  }
}

package dev.weir.ops.nn.recurrent;

import dev.weir.ops.support.Rounding;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The way back through one step of an {@link LstmCell}: from the gradients of the new state and
 * output to those of the state before, of the peepholes and of the sums the gates saw. The clip is
 * taken for the identity, as TensorFlow does.
 *
 * @param saved the step's outputs, without the last
 * @param savedFrom the first element of them
 * @param stateBefore the state before the step
 */
record LstmCellGradient(
    LstmCell cell, List<Tensor> saved, long savedFrom, LstmCell.Rows stateBefore) {
  /** What the gradients of a step are added up in. */
  static final class Sums {
    /**
     * By row and column of the weights' matrix: gradients of the sums, {@code [batch, 4 cells]}.
     */
    final double[] gates;

    /** The gradient of the state before, {@code [batch, cells]}. */
    final double[] state;

    final double[] inputPeephole;
    final double[] forgetPeephole;
    final double[] outputPeephole;

    Sums(int batch, int cells) {
      gates = new double[batch * cells * LstmGates.COUNT];
      state = new double[batch * cells];
      inputPeephole = new double[cells];
      forgetPeephole = new double[cells];
      outputPeephole = new double[cells];
    }
  }

  private double saved(int output, long i) {
    return saved.get(output).getDouble(savedFrom + i);
  }

  /**
   * Computes the gradients of the sums and of the state before; adds to those of the peepholes.
   *
   * @param stateGradient of the new state, {@code [batch, cells]}
   * @param outputGradient of the new output
   */
  void back(int batch, double[] stateGradient, double[] outputGradient, Sums sums) {
    for (int row = 0; row < batch; row++) {
      for (int c = 0; c < cell.cells(); c++) {
        int i = row * cell.cells() + c;
        back(row, c, stateGradient[i], outputGradient[i], sums);
      }
    }
  }

  private void back(int row, int c, double stateGradient, double outputGradient, Sums sums) {
    DoubleUnaryOperator rounding = Rounding.to(cell.dtype());
    int cells = cell.cells();
    int i = row * cells + c;
    double input = saved(LstmCell.INPUT_GATE, i);
    double forget = saved(LstmCell.FORGET_GATE, i);
    double output = saved(LstmCell.OUTPUT_GATE, i);
    double candidate = saved(LstmCell.CANDIDATE, i);
    double tanh = saved(LstmCell.STATE_TANH, i);
    double before = stateBefore.at(i);
    LstmWeights weights = cell.weights();
    double ofOutput = rounding.applyAsDouble(output * (1 - output) * outputGradient * tanh);
    double ofState = (1 - tanh * tanh) * outputGradient * output + stateGradient;
    if (cell.hasPeepholes()) {
      ofState += ofOutput * weights.outputPeephole().getDouble(c);
    }
    ofState = rounding.applyAsDouble(ofState);
    double ofCandidate = rounding.applyAsDouble((1 - candidate * candidate) * ofState * input);
    double ofForget = rounding.applyAsDouble(forget * (1 - forget) * ofState * before);
    double ofInput = rounding.applyAsDouble(input * (1 - input) * ofState * candidate);
    double ofBefore = ofState * forget;
    if (cell.hasPeepholes()) {
      ofBefore +=
          ofInput * weights.inputPeephole().getDouble(c)
              + ofForget * weights.forgetPeephole().getDouble(c);
      sums.inputPeephole[c] += ofInput * before;
      sums.forgetPeephole[c] += ofForget * before;
      sums.outputPeephole[c] += ofOutput * saved(LstmCell.STATE, i);
    }
    sums.state[i] = rounding.applyAsDouble(ofBefore);
    LstmGates gates = cell.gates();
    int base = row * LstmGates.COUNT * cells + c;
    sums.gates[base + gates.input() * cells] = ofInput;
    sums.gates[base + gates.candidate() * cells] = ofCandidate;
    sums.gates[base + gates.forget() * cells] = ofForget;
    sums.gates[base + gates.output() * cells] = ofOutput;
  }
}

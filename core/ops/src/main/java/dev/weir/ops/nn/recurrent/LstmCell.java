package dev.weir.ops.nn.recurrent;

import dev.weir.ops.support.Rounding;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * One step of an LSTM for a batch, with {@code [x, h] w + b} cut in four for the gates:
 *
 * <pre>
 * i = σ(i + wci cs)        f = σ(f + wcf cs + forget bias)      ci = tanh ci
 * cs' = clip(ci i + cs f)  o = σ(o + wco cs')                   co = tanh cs'     h' = co o
 * </pre>
 *
 * <p>The parts with {@code wci}, {@code wcf} and {@code wco} are there with peepholes only, the
 * clip to {@code [-clip, clip]} only if that is positive.
 */
record LstmCell(
    DType dtype,
    LstmGates gates,
    LstmWeights weights,
    int inputs,
    int cells,
    double forgetBias,
    double clip,
    boolean hasPeepholes) {
  /** Where the outputs of a step stand among those of the ops. */
  static final int INPUT_GATE = 0;

  static final int STATE = 1;
  static final int FORGET_GATE = 2;
  static final int OUTPUT_GATE = 3;
  static final int CANDIDATE = 4;
  static final int STATE_TANH = 5;
  static final int OUTPUT = 6;

  /** Some rows of a tensor, from an element on. */
  record Rows(Tensor tensor, long from) {
    double at(long i) {
      return tensor.getDouble(from + i);
    }
  }

  /**
   * Computes a step.
   *
   * @param outputs the seven outputs, written to from element {@code outputFrom} on
   */
  void step(long batch, Rows x, Rows state, Rows output, List<Tensor> outputs, long outputFrom) {
    double[] sums = new double[LstmGates.COUNT * cells];
    for (long row = 0; row < batch; row++) {
      sum(x, output, row, sums);
      for (int c = 0; c < cells; c++) {
        long i = row * cells + c;
        activate(sums, c, state.at(i), outputs, outputFrom + i);
      }
    }
  }

  /** {@code [x, h] w + b} for one row. */
  private void sum(Rows x, Rows output, long row, double[] sums) {
    int width = sums.length;
    java.util.Arrays.fill(sums, 0);
    for (int k = 0; k < inputs + cells; k++) {
      double value = k < inputs ? x.at(row * inputs + k) : output.at(row * cells + k - inputs);
      for (int j = 0; j < width; j++) {
        sums[j] += value * weights.matrix().getDouble((long) k * width + j);
      }
    }
    DoubleUnaryOperator rounding = Rounding.to(dtype);
    for (int j = 0; j < width; j++) {
      double product = rounding.applyAsDouble(sums[j]);
      sums[j] = rounding.applyAsDouble(product + weights.bias().getDouble(j));
    }
  }

  private void activate(double[] sums, int c, double before, List<Tensor> outputs, long at) {
    DoubleUnaryOperator rounding = Rounding.to(dtype);
    double inputSum = sums[gates.input() * cells + c];
    double forgetSum = sums[gates.forget() * cells + c];
    double outputSum = sums[gates.output() * cells + c];
    if (hasPeepholes) {
      inputSum += before * weights.inputPeephole().getDouble(c);
      forgetSum += before * weights.forgetPeephole().getDouble(c);
    }
    double input = rounding.applyAsDouble(sigmoid(rounding.applyAsDouble(inputSum)));
    double forget = rounding.applyAsDouble(sigmoid(rounding.applyAsDouble(forgetSum + forgetBias)));
    double candidate = rounding.applyAsDouble(Math.tanh(sums[gates.candidate() * cells + c]));
    double state =
        rounding.applyAsDouble(
            rounding.applyAsDouble(candidate * input) + rounding.applyAsDouble(before * forget));
    if (clip > 0) {
      state = Math.max(-clip, Math.min(clip, state));
    }
    if (hasPeepholes) {
      outputSum += state * weights.outputPeephole().getDouble(c);
    }
    double gate = rounding.applyAsDouble(sigmoid(rounding.applyAsDouble(outputSum)));
    double tanh = rounding.applyAsDouble(Math.tanh(state));
    outputs.get(INPUT_GATE).setDouble(at, input);
    outputs.get(STATE).setDouble(at, state);
    outputs.get(FORGET_GATE).setDouble(at, forget);
    outputs.get(OUTPUT_GATE).setDouble(at, gate);
    outputs.get(CANDIDATE).setDouble(at, candidate);
    outputs.get(STATE_TANH).setDouble(at, tanh);
    outputs.get(OUTPUT).setDouble(at, tanh * gate);
  }

  static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}

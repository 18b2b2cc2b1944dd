package dev.weir.ops.nn.recurrent;

import dev.weir.tensor.Tensor;

/**
 * What an LSTM has learned.
 *
 * @param matrix {@code [inputs + cells, 4 cells]}, applied to the input and the output before
 * @param inputPeephole {@code wci}: how much the input gate sees of the cell, {@code [cells]}
 * @param forgetPeephole {@code wcf}, the same for the forget gate
 * @param outputPeephole {@code wco}, the same for the output gate
 * @param bias {@code [4 cells]}
 */
record LstmWeights(
    Tensor matrix,
    Tensor inputPeephole,
    Tensor forgetPeephole,
    Tensor outputPeephole,
    Tensor bias) {}

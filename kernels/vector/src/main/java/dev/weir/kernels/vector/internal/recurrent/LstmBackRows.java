package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.kernels.vector.internal.recurrent.CellBlocks.Block;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;

/**
 * The backward pass through the gates of an LSTM, a block of cells in one row at a time.
 *
 * @param saved the results of all steps, without the output
 * @param stateGradient of the states of all steps
 * @param outputGradient of the outputs of all steps
 * @param sums the gradients of what the gates saw, {@code [steps, batch, 4 cells]}: a result
 * @param state the gradient of the state before the step, {@code [batch, cells]}; at first that of
 *     the state after it
 * @param peepholes the gradients of the peepholes, which are added to
 */
record LstmBackRows(
    LstmOp op,
    LstmInputs inputs,
    Tensor[] saved,
    Tensor stateGradient,
    Tensor outputGradient,
    Tensor sums,
    Tensor state,
    Tensor[] peepholes) {
  /**
   * Computes a row.
   *
   * @param outputAfter address of the gradient that comes from the step after, of this block
   */
  void run(Block block, long step, long row, long outputAfter) {
    int width = block.width();
    long stepRow = step * inputs.batch() + row;
    long at = bytes(stepRow * inputs.cells() + block.first());
    long before =
        step == 0
            ? RawMemory.address(inputs.state()) + bytes(row * inputs.cells() + block.first())
            : saved(LstmOp.CS) + at - bytes((long) inputs.batch() * inputs.cells());
    long input = saved(LstmOp.I) + at;
    long forget = saved(LstmOp.F) + at;
    long candidate = saved(LstmOp.CI) + at;
    long ofState = RawMemory.address(state) + bytes(row * inputs.cells() + block.first());
    long ofInput = sum(block, stepRow, op.input());
    long ofForget = sum(block, stepRow, op.forget());
    long ofOutput = sum(block, stepRow, op.output());
    LstmLoops.OUTPUT_BACK.run(
        width,
        ofOutput,
        ofState,
        saved(LstmOp.O) + at,
        saved(LstmOp.CO) + at,
        RawMemory.address(outputGradient) + at,
        outputAfter,
        RawMemory.address(stateGradient) + at);
    if (op.hasPeepholes()) {
      addPeephole(block, LstmInputs.WCO, ofState, ofOutput, saved(LstmOp.CS) + at);
    }
    long ofCandidate = sum(block, stepRow, op.candidate());
    LstmLoops.CANDIDATE_BACK.run(width, ofCandidate, candidate, ofState, input);
    LstmLoops.GATE_BACK.run(width, ofForget, forget, ofState, before);
    LstmLoops.GATE_BACK.run(width, ofInput, input, ofState, candidate);
    RecurrentLoops.MULTIPLY.run(width, ofState, ofState, forget);
    if (op.hasPeepholes()) {
      addPeephole(block, LstmInputs.WCI, ofState, ofInput, before);
      addPeephole(block, LstmInputs.WCF, ofState, ofForget, before);
    }
  }

  private static long bytes(long floats) {
    return floats * Float.BYTES;
  }

  private long saved(int result) {
    return RawMemory.address(saved[result]);
  }

  /** Where the gradient of what a gate saw is. */
  long sum(Block block, long stepRow, int gate) {
    long column = (long) gate * inputs.cells() + block.first();
    return RawMemory.address(sums) + bytes(stepRow * inputs.width() + column);
  }

  /** The gradients that a peephole adds to those of the state and of its weights. */
  private void addPeephole(Block block, int peephole, long ofState, long ofGate, long state) {
    long first = bytes(block.first());
    long weights = RawMemory.address(inputs.peepholes()[peephole]) + first;
    RecurrentLoops.ADD_PRODUCTS.run(block.width(), ofState, ofGate, weights);
    long gradient = RawMemory.address(peepholes[peephole]) + first;
    RecurrentLoops.ADD_PRODUCTS.run(block.width(), gradient, ofGate, state);
  }
}

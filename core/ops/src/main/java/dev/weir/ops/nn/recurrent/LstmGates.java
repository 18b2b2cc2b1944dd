package dev.weir.ops.nn.recurrent;

/**
 * In which order the columns of an LSTM's weights stand: a quarter of them for each gate.
 *
 * @param input the quarter of the input gate {@code i}
 * @param candidate the quarter of the cell's candidate {@code ci}
 * @param forget the quarter of the forget gate {@code f}
 * @param output the quarter of the output gate {@code o}
 */
record LstmGates(int input, int candidate, int forget, int output) {
  static final int COUNT = 4;

  /** The candidate before the forget gate. */
  static final LstmGates CANDIDATE_SECOND = new LstmGates(0, 1, 2, 3);

  /** The forget gate before the candidate, as cuDNN has it. */
  static final LstmGates FORGET_SECOND = new LstmGates(0, 2, 1, 3);
}

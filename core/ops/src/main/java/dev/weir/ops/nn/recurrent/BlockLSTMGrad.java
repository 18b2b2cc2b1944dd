package dev.weir.ops.nn.recurrent;

/** The gradients of {@code BlockLSTM}: see {@link LstmSequenceGradient}. */
final class BlockLSTMGrad extends LstmSequenceGradient {
  BlockLSTMGrad() {
    super(
        "BlockLSTMGrad(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T,"
            + " wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, h: T, cs_grad: T,"
            + " h_grad: T) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad:"
            + " T, wcf_grad: T, wco_grad: T, b_grad: T) use_peephole:bool; T:type in [half,"
            + " float];",
        LstmGates.CANDIDATE_SECOND);
  }
}

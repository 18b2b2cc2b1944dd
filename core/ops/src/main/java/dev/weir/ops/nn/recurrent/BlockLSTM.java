package dev.weir.ops.nn.recurrent;

/**
 * An LSTM over a batch of sequences; in the weights the cell's candidate comes before the forget
 * gate, and {@code forget_bias} is added to the latter. See {@link LstmSequence}.
 */
final class BlockLSTM extends LstmSequence {
  BlockLSTM() {
    super(
        "BlockLSTM(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T,"
            + " wco: T, b: T) -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)"
            + " forget_bias:float=1.0; cell_clip:float=3.0; use_peephole:bool=false; T:type in"
            + " [half, float];",
        LstmGates.CANDIDATE_SECOND,
        "BlockLSTMGrad");
  }
}

package dev.weir.ops.nn.recurrent;

/**
 * An LSTM over a batch of sequences; in the weights the forget gate comes before the cell's
 * candidate, as cuDNN has it. See {@link LstmSequence}.
 */
final class BlockLSTMV2 extends LstmSequence {
  BlockLSTMV2() {
    super(
        "BlockLSTMV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf:"
            + " T, wco: T, b: T) -> (i: T, cs: T, f: T, o: T, ci: T, co: T, h: T)"
            + " cell_clip:float=0.0; use_peephole:bool=false; T:type in [half, float];",
        LstmGates.FORGET_SECOND,
        "BlockLSTMGradV2");
  }
}

package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.KernelSpec;

/**
 * The variant of LSTM that an op computes: the order of the gates among the columns of its weights,
 * and its attributes.
 *
 * @param input the quarter of the input gate
 * @param candidate the quarter of the cell's candidate
 * @param forget the quarter of the forget gate
 * @param output the quarter of the output gate
 * @param forgetBias added to what the forget gate sees
 * @param clip how large states can become; 0 or less if they are not clipped
 * @param hasPeepholes whether gates see states
 */
record LstmOp(
    int input,
    int candidate,
    int forget,
    int output,
    float forgetBias,
    float clip,
    boolean hasPeepholes) {
  static final int GATES = 4;

  /** Positions of a step's results among the outputs, and among the inputs of the gradient. */
  static final int I = 0;

  static final int CS = 1;
  static final int F = 2;
  static final int O = 3;
  static final int CI = 4;
  static final int CO = 5;
  static final int H = 6;

  static LstmOp of(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    boolean isForgetSecond = spec.op().endsWith("V2");
    return new LstmOp(
        0,
        isForgetSecond ? 2 : 1,
        isForgetSecond ? 1 : 2,
        3,
        attrs.has("forget_bias") ? attrs.floating("forget_bias") : 0,
        attrs.has("cell_clip") ? attrs.floating("cell_clip") : 0,
        attrs.bool("use_peephole"));
  }

  boolean isClipped() {
    return clip > 0;
  }
}

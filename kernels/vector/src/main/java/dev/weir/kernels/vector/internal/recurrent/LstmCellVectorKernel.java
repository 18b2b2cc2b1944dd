package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;

/** {@code LSTMBlockCell} in float32: a sequence of one step. */
final class LstmCellVectorKernel implements Kernel {
  private final LstmOp op;

  LstmCellVectorKernel(KernelSpec spec) {
    this.op = LstmOp.of(spec);
  }

  @Override
  public void compute(KernelContext context) {
    LstmInputs inputs = LstmInputs.of(context, 0);
    LstmResults results = new LstmResults(context, inputs.state().shape(), 1);
    new LstmForward(context, op, inputs, results, 1).run();
  }
}

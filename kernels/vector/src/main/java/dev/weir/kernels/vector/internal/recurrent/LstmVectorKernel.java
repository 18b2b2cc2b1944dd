package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code BlockLSTM}, {@code BlockLSTMV2} and their gradients, in float32. */
final class LstmVectorKernel implements Kernel {
  private final LstmOp op;
  private final boolean isGradient;

  LstmVectorKernel(KernelSpec spec) {
    this.op = LstmOp.of(spec);
    this.isGradient = spec.op().contains("Grad");
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(1);
    int steps = length(context.input(0).getLong(0), x.shape().size(0));
    if (isGradient) {
      new LstmBackward(context, op, steps).run();
      return;
    }
    LstmInputs inputs = LstmInputs.of(context, 1);
    Shape shape = Shape.of(x.shape().size(0), inputs.batch(), inputs.cells());
    LstmResults results = new LstmResults(context, shape, steps);
    new LstmForward(context, op, inputs, results, steps).run();
  }

  private static int length(long wanted, long steps) {
    if (wanted < 0 || wanted > steps) {
      throw WeirException.invalidArgument(
          "seq_len_max must be in [0, %d], the number of steps of x, is %d", steps, wanted);
    }
    return Math.toIntExact(wanted);
  }
}

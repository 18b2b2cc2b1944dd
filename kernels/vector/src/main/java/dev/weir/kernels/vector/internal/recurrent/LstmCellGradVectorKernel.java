package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.recurrent.CellBlocks.Block;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code LSTMBlockCellGrad} in float32. */
final class LstmCellGradVectorKernel implements Kernel {
  private static final int SAVED = 8;
  private static final int STATE_GRADIENT = 14;
  private static final int OUTPUT_GRADIENT = 15;
  private static final int FIRST_PEEPHOLE = 2;

  private final LstmOp op;

  LstmCellGradVectorKernel(KernelSpec spec) {
    this.op = LstmOp.of(spec);
  }

  @Override
  public void compute(KernelContext context) {
    LstmInputs inputs = LstmInputs.of(context, 0);
    Tensor[] saved = new Tensor[LstmOp.H];
    for (int i = 0; i < saved.length; i++) {
      saved[i] = context.input(SAVED + i);
    }
    Shape ofCells = Shape.of(inputs.cells());
    Tensor[] peepholes = new Tensor[inputs.peepholes().length];
    for (int i = 0; i < peepholes.length; i++) {
      peepholes[i] = cleared(context.allocate(FIRST_PEEPHOLE + i, ofCells));
    }
    LstmBackRows back =
        new LstmBackRows(
            op,
            inputs,
            saved,
            context.input(STATE_GRADIENT),
            context.input(OUTPUT_GRADIENT),
            context.allocate(1, Shape.of(inputs.batch(), inputs.width())),
            cleared(context.allocate(0, inputs.state().shape())),
            peepholes);
    run(inputs, back, cleared(context.scratch(DType.FLOAT32, ofCells)));
  }

  private static Tensor cleared(Tensor tensor) {
    tensor.buffer().fill(0, tensor.byteSize(), (byte) 0);
    return tensor;
  }

  private static void run(LstmInputs inputs, LstmBackRows back, Tensor nothingAfter) {
    Block block = new Block(0, inputs.cells());
    for (int row = 0; row < inputs.batch(); row++) {
      back.run(block, 0, row, RawMemory.address(nothingAfter));
    }
  }
}

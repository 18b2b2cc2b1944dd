package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Memory for the seven results of each step of an LSTM: an output of the kernel, or, if nothing
 * consumes that output, scratch memory that every step reuses.
 */
final class LstmResults {
  private static final int COUNT = 7;

  private final Tensor[] tensors = new Tensor[COUNT];
  private final long[] addresses = new long[COUNT];
  private final long[] stepBytes = new long[COUNT];
  private final long batch;
  private final long cells;

  /**
   * Allocates them.
   *
   * @param shape of the outputs: {@code [all steps, batch, cells]}, or without the steps
   * @param steps how many are computed; the others are 0
   */
  LstmResults(KernelContext context, Shape shape, int steps) {
    this.batch = shape.size(-2);
    this.cells = shape.size(-1);
    long size = batch * cells;
    for (int i = 0; i < COUNT; i++) {
      boolean isWanted = context.isWanted(i);
      // a step reads the outputs of the previous step, while other blocks already write
      boolean isKept = isWanted || i == LstmOp.H;
      tensors[i] =
          isWanted
              ? context.allocate(i, shape)
              : context.scratch(DType.FLOAT32, isKept ? shape : Shape.of(size));
      addresses[i] = RawMemory.address(tensors[i]);
      stepBytes[i] = isKept ? size * Float.BYTES : 0;
      if (isWanted) {
        long computed = steps * size * Float.BYTES;
        tensors[i].buffer().fill(computed, tensors[i].byteSize() - computed, (byte) 0);
      }
    }
  }

  /** Where a result of a step begins. */
  long of(int result, int step) {
    return addresses[result] + step * stepBytes[result];
  }

  /** The outputs of the cells in a step. */
  MatrixView output(int step) {
    return MatrixView.of(tensors[LstmOp.H], step * batch * cells, batch, cells);
  }
}

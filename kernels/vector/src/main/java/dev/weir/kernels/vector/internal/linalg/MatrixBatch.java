package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.BroadcastRows;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Loops over the matrices of tensors: many in parallel, or one after the other on all cores. */
final class MatrixBatch {
  private MatrixBatch() {}

  /** What is done for a matrix. */
  @FunctionalInterface
  interface Body {
    void run(long index, RowTasks tasks);
  }

  /** The dimensions before the last two. */
  static Shape shape(Tensor tensor) {
    return tensor.shape().slice(0, tensor.shape().rank() - 2);
  }

  static Shape matrices(Shape batch, long rows, long columns) {
    return batch.concat(Shape.of(rows, columns));
  }

  /** The batch of pairs of two operands. */
  static BroadcastRows pairs(Tensor a, Tensor b) {
    return BroadcastRows.of(shape(a), shape(b));
  }

  /**
   * Does something for each matrix, until the step is cancelled.
   *
   * @param work operations for a matrix
   */
  static void forEach(KernelContext context, long count, double work, Body body) {
    if (count < context.parallel().threads()) {
      RowTasks tasks = RowTasks.on(context.parallel());
      for (long i = 0; i < count; i++) {
        context.checkCancelled();
        body.run(i, tasks);
      }
      return;
    }
    long grain = (long) Math.max(1, RowTasks.WORTH_SHARING / 4 / Math.max(1, work));
    context
        .parallel()
        .forRange(
            count,
            grain,
            (from, to) -> {
              for (long i = from; i < to; i++) {
                context.checkCancelled();
                body.run(i, RowTasks.SERIAL);
              }
            });
  }

  /** Sets an element of a real or complex tensor. */
  static void set(Tensor output, long i, double re, double im) {
    if (output.dtype().isComplex()) {
      output.setComplex(i, re, im);
    } else {
      output.setDouble(i, re);
    }
  }
}

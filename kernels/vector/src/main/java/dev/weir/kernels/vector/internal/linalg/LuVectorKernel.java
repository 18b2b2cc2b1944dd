package dev.weir.kernels.vector.internal.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code Lu}: factors and the order of rows. */
final class LuVectorKernel implements Kernel {
  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Shape shape = input.shape();
    Tensor factors = context.allocate(0, shape);
    Tensor order = context.allocate(1, shape.slice(0, shape.rank() - 1));
    double size = shape.size(-1);
    MatrixBatch.forEach(
        context,
        MatrixBatch.shape(input).elements(),
        size * size * size,
        (i, tasks) -> {
          LuRows lu = LuRows.of(HeapMatrix.read(input, i), tasks);
          if (lu.isSingular()) {
            throw WeirException.invalidArgument("Input is not invertible: a pivot is 0");
          }
          lu.factors.write(factors, i);
          for (int k = 0; k < lu.order.length; k++) {
            order.setLong(i * lu.order.length + k, lu.order[k]);
          }
        });
  }
}

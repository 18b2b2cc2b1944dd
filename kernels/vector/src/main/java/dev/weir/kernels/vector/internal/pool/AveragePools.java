package dev.weir.kernels.vector.internal.pool;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.convolution.Slide;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** The averages of windows, padding not counted, and their gradients. */
final class AveragePools {
  private AveragePools() {}

  static void forward(KernelContext context, Slide slide, long[] size) {
    Tensor input = context.input(0);
    Pool pool = Pool.of(slide, size, input.shape());
    Tensor output = context.allocate(0, pool.output());
    if (output.elements() == 0) {
      return;
    }
    ElementRows elements = ElementRows.of(input.dtype());
    long in = RawMemory.address(input);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRows(
        context,
        pool.outRows(),
        Math.max(1, input.elements() / pool.outRows()),
        (from, to) -> {
          PoolRow row = new PoolRow(pool, elements);
          for (long at = from; at < to; at++) {
            row.average(in, at, out);
          }
        });
  }

  static void gradient(KernelContext context, Slide slide, long[] size) {
    Tensor gradient = context.input(1);
    Shape shape = Shape.of(PoolVectorKernel.numbers(context.input(0)));
    Tensor output = context.allocate(0, shape);
    if (output.elements() == 0) {
      return;
    }
    Pool pool = Pool.of(slide, size, shape);
    ElementRows elements = ElementRows.of(gradient.dtype());
    long in = RawMemory.address(gradient);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRows(
        context,
        pool.images() * pool.planes().in() * pool.rows().in(),
        pool.inRow(),
        (from, to) -> {
          PoolRow row = new PoolRow(pool, elements);
          for (long at = from; at < to; at++) {
            row.averageGradient(in, at, out);
          }
        });
  }
}

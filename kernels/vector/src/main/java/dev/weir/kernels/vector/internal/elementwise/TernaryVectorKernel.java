package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** An op of three operands, each a scalar or of the one shape the others have. */
final class TernaryVectorKernel implements Kernel {
  private final TernaryLoop loop;
  private final Grain grain;

  TernaryVectorKernel(TernaryLoop loop, Grain grain) {
    this.loop = loop;
    this.grain = grain;
  }

  @Override
  public void compute(KernelContext context) {
    Shape shape = Shape.scalar();
    for (int i = 0; i < 3; i++) {
      shape = shape.isScalar() ? context.input(i).shape() : shape;
    }
    Tensor result = context.allocate(0, shape);
    TernaryLoop.Operand x = operand(context.input(0));
    TernaryLoop.Operand y = operand(context.input(1));
    TernaryLoop.Operand z = operand(context.input(2));
    long out = RawMemory.address(result);
    grain.forRange(context, result.elements(), (from, to) -> loop.run(x, y, z, out, from, to));
  }

  private static TernaryLoop.Operand operand(Tensor tensor) {
    return new TernaryLoop.Operand(
        RawMemory.address(tensor), tensor.shape().isScalar() ? 0 : tensor.dtype().byteSize());
  }
}

package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;

/** An op that computes each element of its output from the one at its place in the input. */
public final class UnaryVectorKernel implements Kernel {
  private final UnaryLoop loop;
  private final int inShift;
  private final int outShift;
  private final boolean isInPlace;
  private final Grain grain;

  private UnaryVectorKernel(
      UnaryLoop loop, int inShift, int outShift, boolean isInPlace, Grain grain) {
    this.loop = loop;
    this.inShift = inShift;
    this.outShift = outShift;
    this.isInPlace = isInPlace;
    this.grain = grain;
  }

  /** A function whose result may be written over its operand. */
  static UnaryVectorKernel of(UnaryLoop loop, int shift, Grain grain) {
    return new UnaryVectorKernel(loop, shift, shift, true, grain);
  }

  /** A conversion to another type; the shifts are binary logarithms of bytes per element. */
  public static UnaryVectorKernel converting(UnaryLoop loop, int inShift, int outShift) {
    return new UnaryVectorKernel(loop, inShift, outShift, false, Grain.CHEAP);
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = isInPlace ? context.forward(0, 0, x.shape()) : context.allocate(0, x.shape());
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    if (grain.isOnePart(x.elements())) {
      loop.run(in, out, x.elements());
    } else {
      runInParts(context, in, out, x.elements());
    }
  }

  private void runInParts(KernelContext context, long in, long out, long count) {
    grain.forRange(
        context,
        count,
        (from, to) -> loop.run(in + (from << inShift), out + (from << outShift), to - from));
  }
}

package dev.weir.kernels.vector.internal.pool;

import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.convolution.Slide;
import dev.weir.tensor.Tensor;

/**
 * Pools and their gradients. Windows over channels, which are rare, are left to the reference
 * kernels.
 */
final class PoolVectorKernel implements Kernel {
  /** What is computed, once the windows are known. */
  @FunctionalInterface
  interface Computation {
    void run(KernelContext context, Slide slide, long[] size);
  }

  private final KernelSpec spec;
  private final Computation computation;

  /** The input with the window's size, followed by that with its strides; -1 if attributes. */
  private final int sizeInput;

  private final Kernel reference;

  PoolVectorKernel(KernelSpec spec, int sizeInput, Computation computation) {
    this.spec = spec;
    this.computation = computation;
    this.sizeInput = sizeInput;
    this.reference = OpRegistry.standard().get(spec.op()).kernel(spec);
  }

  @Override
  public void compute(KernelContext context) {
    long[] size =
        sizeInput < 0 ? spec.attrs().integers("ksize") : numbers(context.input(sizeInput));
    long[] strides =
        sizeInput < 0 ? spec.attrs().integers("strides") : numbers(context.input(sizeInput + 1));
    Slide slide = Slide.of(spec.attrs(), strides);
    if (size[slide.channel()] == 1) {
      computation.run(context, slide, size);
    } else {
      reference.compute(context);
    }
  }

  static long[] numbers(Tensor tensor) {
    long[] numbers = new long[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.getLong(i);
    }
    return numbers;
  }
}

package dev.weir.ops.support;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/** Copies of inputs that may be written to. */
public final class Copies {
  private Copies() {}

  /** Output 0 with the elements of an input, in its memory if no other node needs it. */
  public static Tensor writable(KernelContext context, int input) {
    Tensor in = context.input(input);
    Tensor out = context.forward(input, 0, in.shape());
    if (in.dtype().isObject() || in.buffer() != out.buffer()) {
      ElementCopier.of(in, out).copy(0, 0, in.elements());
    }
    return out;
  }
}

package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/** {@code LRN} and {@code LRNGrad} of float32, pixel by pixel. */
final class LrnVectorKernel implements Kernel {
  private final LrnRow.Rule rule;
  private final boolean isGradient;

  private LrnVectorKernel(LrnRow.Rule rule, boolean isGradient) {
    this.rule = rule;
    this.isGradient = isGradient;
  }

  static void addTo(KernelTable table) {
    table.addCached(
        "LRN", DType.FLOAT32, LrnRow.Rule::of, rule -> new LrnVectorKernel(rule, false));
    table.addCached(
        "LRNGrad", DType.FLOAT32, LrnRow.Rule::of, rule -> new LrnVectorKernel(rule, true));
  }

  @Override
  public void compute(KernelContext context) {
    Shape shape = context.input(0).shape();
    long out = RawMemory.address(context.allocate(0, shape));
    int channels = Math.toIntExact(shape.size(3));
    if (shape.elements() == 0) {
      return;
    }
    long[] in = new long[context.inputCount()];
    for (int i = 0; i < in.length; i++) {
      in[i] = RawMemory.address(context.input(i));
    }
    long step = (long) channels * Float.BYTES;
    Grain.COSTLY.forRows(
        context,
        shape.elements() / channels,
        channels,
        (from, to) -> {
          LrnRow row = new LrnRow(rule, channels);
          for (long at = from * step; at < to * step; at += step) {
            if (isGradient) {
              row.gradient(in[0] + at, in[1] + at, in[2] + at, out + at);
            } else {
              row.normalize(in[0] + at, out + at);
            }
          }
        });
  }
}

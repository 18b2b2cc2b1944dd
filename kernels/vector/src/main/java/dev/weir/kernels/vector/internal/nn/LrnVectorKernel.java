package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code LRN} and {@code LRNGrad} pixel by pixel. */
final class LrnVectorKernel implements Kernel {
  private final LrnRow.Rule rule;
  private final ElementRows elements;
  private final boolean isGradient;

  private LrnVectorKernel(LrnRow.Rule rule, ElementRows elements, boolean isGradient) {
    this.rule = rule;
    this.elements = elements;
    this.isGradient = isGradient;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
      ElementRows elements = ElementRows.of(dtype);
      table.addCached(
          "LRN", dtype, LrnRow.Rule::of, rule -> new LrnVectorKernel(rule, elements, false));
      table.addCached(
          "LRNGrad", dtype, LrnRow.Rule::of, rule -> new LrnVectorKernel(rule, elements, true));
    }
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
    long step = (long) channels << elements.shift();
    Grain.COSTLY.forRows(
        context,
        shape.elements() / channels,
        channels,
        (from, to) -> {
          LrnRow row = new LrnRow(rule, elements, channels);
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

package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Its input continued at all edges by mirror images of itself. */
final class MirrorPad extends Op {
  MirrorPad() {
    super(
        "MirrorPad(input: T, paddings: Tpaddings) -> (output: T) T:type; Tpaddings:type=int32 in"
            + " [int32, int64]; mode:string in [\"REFLECT\", \"SYMMETRIC\"];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape padded = Paddings.padded(context);
    Tensor paddings = context.constant(1);
    if (paddings != null && context.input(0).hasRank()) {
      Mirror.of(context.attrs()).requireReach(Paddings.of(paddings), context.input(0));
    }
    return List.of(padded);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    Mirror mirror = Mirror.of(spec.attrs());
    return context -> pad(context, mirror);
  }

  /** Fills the middle, then one dimension after the other from what is already there. */
  private static void pad(KernelContext context, Mirror mirror) {
    Tensor in = context.input(0);
    Paddings paddings = Paddings.of(context.input(1));
    StridedView out = StridedView.of(context.allocate(0, paddings.padded(in.shape())));
    long[] from = paddings.before().clone();
    long[] sizes = in.shape().sizes();
    out.box(from, sizes).copyFrom(context, StridedView.of(in));
    for (int d = 0; d < sizes.length; d++) {
      long before = paddings.before()[d];
      long after = paddings.after()[d];
      long size = sizes[d];
      StridedView band = out.box(from, sizes).slice(d, -before, before + size + after);
      band.slice(d, 0, before)
          .copyFrom(context, band.slice(d, before + mirror.first(before), -1, before));
      band.slice(d, before + size, after)
          .copyFrom(context, band.slice(d, before + mirror.last(size), -1, after));
      from[d] = 0;
      sizes[d] = before + size + after;
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("MirrorPadGrad")
                .input(context.gradient())
                .input(context.input(1))
                .attr("mode", context.node().attrs().string("mode"))
                .build()
                .output(0));
  }
}

package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What ops that put a value all round a tensor have in common. */
abstract class Padding extends Op {
  Padding(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    if (context.inputCount() > 2) {
      context.requireScalar(2);
    }
    return List.of(Paddings.padded(context));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      Paddings paddings = Paddings.of(context.input(1));
      StridedView out = StridedView.of(context.allocate(0, paddings.padded(in.shape())));
      fillMargins(context, out, in.shape(), paddings.before(), margin(context));
      out.box(paddings.before(), in.shape().sizes()).copyFrom(context, StridedView.of(in));
    };
  }

  /** The element that is put around the input. */
  private static Tensor margin(KernelContext context) {
    if (context.inputCount() > 2) {
      return context.input(2);
    }
    Tensor zero = context.scratch(context.input(0).dtype(), Shape.scalar());
    ElementCopier.clear(zero);
    return zero;
  }

  /** Fills what lies before and after the input, without what other dimensions have filled. */
  private static void fillMargins(
      KernelContext context, StridedView out, Shape in, long[] before, Tensor margin) {
    long[] from = new long[before.length];
    long[] sizes = out.sizes();
    for (int d = 0; d < before.length; d++) {
      StridedView rest = out.box(from, sizes);
      long end = before[d] + in.size(d);
      rest.slice(d, 0, before[d]).fill(context, margin, 0);
      rest.slice(d, end, sizes[d] - end).fill(context, margin, 0);
      from[d] = before[d];
      sizes[d] = in.size(d);
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> inside(on, context));
    if (context.node().inputCount() == 3) {
      context.flow(
          2,
          () -> {
            Output all = context.gradient();
            Output inside = inside(on, context);
            return on.sub(on.sumAll(all), on.sumAll(inside));
          });
    }
  }

  private static Output inside(GradientOps on, GradientContext context) {
    Output paddings = context.input(1);
    Output shape = on.cast(on.shape(context.input(0)), paddings.dtype());
    Output before =
        on.op("GatherV2", paddings, on.scalar(0, DType.INT32), on.scalar(1, DType.INT32));
    return on.op("Slice", context.gradient(), before, shape);
  }
}

package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
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
      Tensor out = context.allocate(0, paddings.padded(in.shape()));
      if (context.inputCount() > 2) {
        ElementCopier.of(context.input(2), out).fill(0, 0, out.elements());
      } else {
        ElementCopier.clear(out);
      }
      StridedView.of(out).box(paddings.before(), in.shape().sizes()).copyFrom(StridedView.of(in));
    };
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

package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The diagonal of a tensor that has each of its dimensions twice: {@code input[i…, i…]}. */
final class DiagPart extends Op {
  DiagPart() {
    super(
        "DiagPart(input: T) -> (diagonal: T) T:type in [bfloat16, half, float, double, int32,"
            + " int64, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    if (!in.hasRank()) {
      return List.of(Shape.unknown());
    }
    int half = in.rank() / 2;
    if (in.rank() == 0 || in.rank() % 2 != 0) {
      throw context.invalid("input must have an even rank above 0: %s", context.describe(0));
    }
    if (!in.slice(0, half).isCompatibleWith(in.slice(half, in.rank()))) {
      throw context.invalid("both halves of the shape must be equal: %s", context.describe(0));
    }
    return List.of(in.slice(0, half).mergeWith(in.slice(half, in.rank())));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      Tensor out = context.allocate(0, in.shape().slice(0, in.shape().rank() / 2));
      ElementCopier.of(in, out).copy(0, out.elements() + 1, 0, 1, out.elements());
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.node("Diag").input(context.gradient()).build().output(0));
  }
}

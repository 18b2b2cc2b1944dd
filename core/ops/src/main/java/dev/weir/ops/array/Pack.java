package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tensors of the same shape stacked along a new dimension {@code axis}. */
final class Pack extends Op {
  Pack() {
    super("Pack(values: N*T) -> (output: T) N:int >=1; T:type; axis:int=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape value = Shape.unknown();
    for (int i = 0; i < context.inputCount(); i++) {
      if (!value.isCompatibleWith(context.input(i))) {
        throw context.invalid(
            "shapes of all values must match: %s, %s", context.describe(0), context.describe(i));
      }
      value = value.mergeWith(context.input(i));
    }
    if (!value.hasRank()) {
      return List.of(Shape.unknown());
    }
    int axis = Shapes.axis(context.attrs().integer("axis"), value.rank() + 1);
    return List.of(packed(value, axis, context.inputCount()));
  }

  private static Shape packed(Shape value, int axis, long count) {
    return value.slice(0, axis).concat(Shape.of(count)).concat(value.slice(axis, value.rank()));
  }

  /** Scalars make a vector. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue all = PartialValue.vector();
    for (int i = 0; i < context.inputCount() && all != null; i++) {
      PartialValue one = context.partialValue(i);
      all = one == null || !one.isScalar() ? null : all.concat(one);
    }
    return all;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long axis = spec.attrs().integer("axis");
    return context -> {
      Shape value = context.input(0).shape();
      int d = Shapes.axis(axis, value.rank() + 1);
      Tensor out = context.allocate(0, packed(value, d, context.inputCount()));
      if (Joining.isJoined(context, 0, context.inputCount(), value.elements(0, d), out)) {
        return;
      }
      for (int i = 0; i < context.inputCount(); i++) {
        StridedView.of(out).select(d, i).copyFrom(context, StridedView.of(context.input(i)));
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().inputCount();
    Node parts =
        on.node("Unpack")
            .input(context.gradient())
            .attr("num", count)
            .attr("axis", context.node().attrs().integer("axis"))
            .build();
    for (int i = 0; i < count; i++) {
      Output part = parts.output(i);
      context.flow(i, () -> part);
    }
  }
}

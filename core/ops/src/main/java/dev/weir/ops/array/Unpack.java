package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The {@code num} slices of its input along dimension {@code axis}, which they do not have. */
final class Unpack extends Op {
  Unpack() {
    super("Unpack(value: T) -> (output: num*T) num:int >=0; T:type; axis:int=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int count = (int) context.attrs().integer("num");
    Shape value = context.input(0);
    if (!value.hasRank()) {
      return Collections.nCopies(count, Shape.unknown());
    }
    int axis = Shapes.axis(context.attrs().integer("axis"), value.rank());
    if (value.size(axis) >= 0 && value.size(axis) != count) {
      throw context.invalid(
          "num must be the size of dimension %d, %d, but is %d: %s",
          axis, value.size(axis), count, context.describe(0));
    }
    Shape slice = value.slice(0, axis).concat(value.slice(axis + 1, value.rank()));
    return Collections.nCopies(count, slice);
  }

  /** An element of a vector. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue value = context.partialValue(0);
    return value == null || value.isScalar() ? null : value.element(output);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long axis = spec.attrs().integer("axis");
    return context -> {
      StridedView value = StridedView.of(context.input(0));
      int d = Shapes.axis(axis, value.rank());
      for (int i = 0; i < context.outputCount(); i++) {
        StridedView slice = value.select(d, i);
        StridedView.of(context.allocate(i, Shape.of(slice.sizes()))).copyFrom(context, slice);
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().outputCount();
    context.flow(
        0,
        () ->
            on.node("Pack")
                .inputList(IntStream.range(0, count).mapToObj(context::gradient).toList())
                .attr("axis", context.node().attrs().integer("axis"))
                .build()
                .output(0));
  }
}

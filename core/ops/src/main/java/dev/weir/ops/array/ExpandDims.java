package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Its input with one more dimension, of size 1, at {@code dim}; -1 means at the end. */
final class ExpandDims extends Op {
  ExpandDims() {
    super(
        "ExpandDims(input: T, dim: Tdim) -> (output: T) T:type; Tdim:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    long[] dim = Sizes.values(context, 1);
    if (dim != null && dim.length != 1) {
      throw context.invalid("dim must be a single value: %s", context.describe(1));
    }
    return List.of(dim == null || !in.hasRank() ? Shape.unknown() : expanded(in, dim[0]));
  }

  private static Shape expanded(Shape in, long dim) {
    int d = Shapes.axis(dim, in.rank() + 1);
    return in.slice(0, d).concat(Shape.of(1)).concat(in.slice(d, in.rank()));
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    if (context.constant(1) == null) {
      return null; // it may turn out to be refused
    }
    PartialValue value = context.partialValue(0);
    return value != null && value.isScalar() ? value.asVector() : null;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      context.set(0, in.reshaped(expanded(in.shape(), context.input(1).getLong(0))));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.reshapeLike(context.gradient(), context.input(0)));
  }
}

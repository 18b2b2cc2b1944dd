package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tensor of the given shape whose elements are all {@code value}. */
final class Fill extends Op {
  Fill() {
    super(
        "Fill(dims: index_type, value: T) -> (output: T) T:type; index_type:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Shape shape = Sizes.shape(context, 0);
    long[] sizes = Sizes.values(context, 0);
    if (sizes != null) {
      requireSizes(sizes);
    }
    return List.of(shape);
  }

  /** A scalar or vector whose elements are all the same. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    long[] dims = Sizes.values(context, 0);
    PartialValue value = context.partialValue(1);
    if (dims == null || value == null || !value.isScalar()) {
      return null;
    }
    return PartialValue.filled(Shape.of(dims), value);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long[] sizes = Sizes.values(context.input(0));
      requireSizes(sizes);
      Tensor out = context.allocate(0, Shape.of(sizes));
      ElementCopier.of(context.input(1), out).fill(0, 0, out.elements());
    };
  }

  private static void requireSizes(long[] sizes) {
    if (Arrays.stream(sizes).anyMatch(size -> size < 0)) {
      throw WeirException.invalidArgument("dims must be 0 or more, got %s", Arrays.toString(sizes));
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(1, () -> on.sumAll(context.gradient()));
  }
}

package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
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
    return List.of(Sizes.shape(context, 0));
  }

  /** All sizes of a shape are the same. */
  @Override
  public @Nullable Shape shapeValue(ShapeContext context) {
    Shape dims = context.input(0).hasRank(1) ? context.shapeValue(0) : Shape.unknown();
    Shape value = Sizes.sizeValue(context, 1);
    if (!dims.hasRank(1) || dims.size(0) < 0 || dims.size(0) > Short.MAX_VALUE || value == null) {
      return null;
    }
    long[] sizes = new long[(int) dims.size(0)];
    Arrays.fill(sizes, value.size(0));
    return Shape.of(sizes);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long[] sizes = Sizes.values(context.input(0));
      if (Arrays.stream(sizes).anyMatch(size -> size < 0)) {
        throw WeirException.invalidArgument(
            "dims must be 0 or more, got %s", Arrays.toString(sizes));
      }
      Tensor out = context.allocate(0, Shape.of(sizes));
      ElementCopier.of(context.input(1), out).fill(0, 0, out.elements());
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(1, () -> on.sumAll(context.gradient()));
  }
}

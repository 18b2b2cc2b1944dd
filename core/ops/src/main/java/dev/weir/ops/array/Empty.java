package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import java.util.Arrays;
import java.util.List;

/** A tensor of zeros of the given shape; without {@code init} the values are unspecified. */
final class Empty extends Op {
  Empty() {
    super("Empty(shape: int32) -> (output: dtype) dtype:type; init:bool=false; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Sizes.shape(context, 0));
  }

  @Override
  public String notDifferentiable() {
    return "its values do not depend on its input";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      long[] sizes = Sizes.values(context.input(0));
      if (Arrays.stream(sizes).anyMatch(size -> size < 0)) {
        throw WeirException.invalidArgument(
            "shape must be 0 or more, got %s", Arrays.toString(sizes));
      }
      // Without init any values will do, but the memory may hold data of another step.
      ElementCopier.clear(context.allocate(0, Shape.of(sizes)));
    };
  }
}

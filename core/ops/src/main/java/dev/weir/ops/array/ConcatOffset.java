package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each of several shapes starts in what joining along {@code concat_dim} makes of them: 0
 * everywhere except along that dimension.
 */
final class ConcatOffset extends Op {
  ConcatOffset() {
    super(
        "ConcatOffset(concat_dim: int32, shape: N*shape_type) -> (offset: N*shape_type) N:int >=2;"
            + " shape_type:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    List<Shape> shapes = new ArrayList<>();
    for (int i = 1; i < context.inputCount(); i++) {
      shapes.add(context.input(i));
      Shape first = context.input(1);
      if (context.input(i).hasRank() && !context.input(i).hasRank(1)) {
        throw context.invalid("a shape must be a vector: %s", context.describe(i));
      }
      if (!first.isCompatibleWith(context.input(i))) {
        throw context.invalid(
            "all shapes must have the same rank: %s, %s", context.describe(1), context.describe(i));
      }
    }
    return shapes;
  }

  @Override
  public String notDifferentiable() {
    return "its inputs and outputs are shapes";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor first = context.input(1);
      int rank = Math.toIntExact(first.elements());
      int axis = Shapes.axis(context.input(0).getLong(0), rank);
      long offset = 0;
      for (int i = 1; i < context.inputCount(); i++) {
        Tensor shape = context.input(i);
        requireEqual(first, shape, axis);
        Tensor start = context.allocate(i - 1, shape.shape());
        ElementCopier.clear(start);
        ShapeOp.set(start, axis, offset);
        offset = Math.addExact(offset, shape.getLong(axis));
      }
    };
  }

  private static void requireEqual(Tensor first, Tensor shape, int axis) {
    for (int d = 0; d < first.elements(); d++) {
      if (d != axis && first.getLong(d) != shape.getLong(d)) {
        throw WeirException.invalidArgument(
            "sizes must be equal except along dimension %d: %s and %s", axis, first, shape);
      }
    }
  }
}

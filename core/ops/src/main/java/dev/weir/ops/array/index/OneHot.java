package dev.weir.ops.array.index;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code on_value} where the index says, {@code off_value} elsewhere, along a new dimension of size
 * {@code depth}; an index outside {@code [0, depth)} gives only {@code off_value}.
 */
final class OneHot extends Op {
  OneHot() {
    super(
        "OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> (output: T) axis:int=-1;"
            + " T:type; TI:type=int64 in [uint8, int8, int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    long axis = context.attrs().integer("axis");
    if (axis < -1) {
      throw context.invalid("axis must be -1 or more, got %d", axis);
    }
    Long depth = Sizes.value(context, 1);
    context.requireScalar(2);
    context.requireScalar(3);
    if (depth != null && depth < 0) {
      throw context.invalid("depth must be 0 or more, got %d", depth);
    }
    Shape indices = context.input(0);
    return List.of(
        indices.hasRank() ? shape(indices, axis, depth == null ? -1 : depth) : Shape.unknown());
  }

  private static Shape shape(Shape indices, long axis, long depth) {
    int d = Shapes.axis(axis, indices.rank() + 1);
    return indices.slice(0, d).concat(Shape.of(depth)).concat(indices.slice(d, indices.rank()));
  }

  @Override
  public String notDifferentiable() {
    return "its indices are integers and TensorFlow defines no gradient for its values";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long axis = spec.attrs().integer("axis");
    return context -> {
      Tensor indices = context.input(0);
      long depth = context.input(1).getLong(0);
      Tensor out = context.allocate(0, shape(indices.shape(), axis, depth));
      ElementCopier.of(context.input(3), out).fill(0, 0, out.elements());
      ElementCopier on = ElementCopier.of(context.input(2), out);
      int d = Shapes.axis(axis, indices.shape().rank() + 1);
      long inner = indices.shape().elements(d, indices.shape().rank());
      for (long i = 0; i < indices.elements(); i++) {
        long index = indices.getLong(i);
        if (index >= 0 && index < depth) {
          on.copy(0, (i / inner * depth + index) * inner + i % inner, 1);
        }
      }
    };
  }
}

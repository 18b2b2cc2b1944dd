package dev.weir.ops.array;

import dev.weir.graph.Algebra;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Ones, or true, in the shape of its input. */
final class OnesLike extends Op {
  OnesLike() {
    super(
        "OnesLike(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, uint8, int16,"
            + " uint16, int32, uint32, int64, uint64, complex64, complex128, bool];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }

  @Override
  public String notDifferentiable() {
    return "it is constant";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor ones = context.forward(0, 0, context.input(0).shape());
      if (ones.elements() > 0) {
        ones.setLong(0, 1);
        ElementCopier.of(ones, ones).fill(0, 0, ones.elements());
      }
    };
  }
}

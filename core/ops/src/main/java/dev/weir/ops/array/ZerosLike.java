package dev.weir.ops.array;

import dev.weir.graph.Algebra;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import java.util.List;

/** Zeros, false or empty strings in the shape of its input. */
final class ZerosLike extends Op {
  ZerosLike() {
    super("ZerosLike(x: T) -> (y: T) T:type;");
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
    return context -> ElementCopier.clear(context.forward(0, 0, context.input(0).shape()));
  }
}

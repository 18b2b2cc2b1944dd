package dev.weir.ops.math.logic;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.UnaryKernels;
import dev.weir.tensor.Shape;
import java.util.List;

/** A question about every element. */
abstract class UnaryTest extends Op {
  UnaryTest(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return UnaryKernels.test((x, i) -> test(x.getDouble(i)));
  }

  @Override
  public final String notDifferentiable() {
    return "its output is a truth value";
  }

  /** The answer for a number. */
  abstract boolean test(double x);
}

package dev.weir.ops.random;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** The algorithm that the device's generators use: 1, Philox. */
final class StatelessRandomGetAlg extends Op {
  StatelessRandomGetAlg() {
    super("StatelessRandomGetAlg() -> (alg: int32) stateful");
  }

  @Override
  public String notDifferentiable() {
    return "its output is an integer";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> KeyAndCounter.setAlgorithm(context, 0);
  }
}

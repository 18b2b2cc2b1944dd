package dev.weir.ops.math.logic;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** Which of two numbers is larger, element by element, broadcasting. */
abstract class Comparison extends Op {
  Comparison(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.broadcastInputs(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype.isFloating()) {
      return BinaryKernels.test((x, i, y, j) -> holds(x.getDouble(i), y.getDouble(j)));
    }
    return dtype == DType.UINT64
        ? BinaryKernels.test(
            (x, i, y, j) -> holds(Long.compareUnsigned(x.getLong(i), y.getLong(j))))
        : BinaryKernels.test((x, i, y, j) -> holds(Long.compare(x.getLong(i), y.getLong(j))));
  }

  @Override
  public final String notDifferentiable() {
    return "its output is a truth value";
  }

  /** Whether it holds for two real numbers; false if one is NaN. */
  abstract boolean holds(double x, double y);

  /** Whether it holds for two integers, given whether the first is smaller (-1) or larger (1). */
  private boolean holds(int order) {
    return holds(order, 0);
  }
}

package dev.weir.ops.math;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ComplexMath;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.UnaryKernels;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code y = tanh(x)}, between -1 and 1; ±1 for ±∞. */
final class Tanh extends Op {
  Tanh() {
    super(
        "Tanh(x: T) -> (y: T)"
            + " T:type in [bfloat16, half, float, double, complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return spec.inputDtype(0).isComplex()
        ? UnaryKernels.complex(ComplexMath::tanh)
        : UnaryKernels.real(Math::tanh);
  }
}

package dev.weir.ops.math;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import java.util.List;

/** {@code out = real + imag · i}, broadcasting. */
final class Complex extends Op {
  Complex() {
    super(
        "Complex(real: T, imag: T) -> (out: Tout) T:type=float in [float, double];"
            + " Tout:type=complex64 in [complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.broadcastInputs(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return BinaryKernels.cells(
        (x, i, y, j, z, r) -> z.setComplex(r, x.getDouble(i), y.getDouble(j)));
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.sumTo(on.real(context.gradient()), context.input(0)));
    context.flow(1, () -> on.sumTo(on.imaginary(context.gradient()), context.input(1)));
  }
}

package dev.weir.ops.math;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.ElementFunction;
import dev.weir.graph.kernel.ElementKernel;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** A real number for every complex one. */
abstract class ComplexPart extends Op {
  ComplexPart(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return new ElementKernel(new ElementFunction.ComplexPart(this::part), this::compute);
  }

  private void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    for (long i = 0; i < x.elements(); i++) {
      y.setDouble(i, part(x.getReal(i), x.getImaginary(i)));
    }
  }

  /** The number for {@code real + imaginary · i}. */
  abstract double part(double real, double imaginary);

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> derivative(on, context.input(0), context.output(0), context.gradient()));
  }

  /** The gradient with respect to the complex x, given that with respect to the real y. */
  abstract Output derivative(GradientOps on, Output x, Output y, Output dy);
}

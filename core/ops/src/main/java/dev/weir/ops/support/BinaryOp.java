package dev.weir.ops.support;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An op of two operands that works element by element and broadcasts them, with a function for each
 * kind of number its signature allows. Real and complex numbers are computed in double precision
 * and rounded once.
 */
public abstract class BinaryOp extends Op {
  protected BinaryOp(String signature) {
    super(signature);
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ELEMENTWISE;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return Shapes.broadcastInputs(context);
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue x = context.partialValue(0);
    PartialValue y = context.partialValue(1);
    return x == null || y == null ? null : x.combine(y, this::integer);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype.isComplex()) {
      return BinaryKernels.complex(this::complex);
    }
    if (dtype.isFloating()) {
      return BinaryKernels.real(this::real);
    }
    return BinaryKernels.integer(dtype == DType.UINT64 ? this::unsigned : this::integer);
  }

  /** The function of two real numbers. */
  protected double real(double x, double y) {
    throw undefined("real numbers");
  }

  /** The function of two integers; the result wraps. */
  protected long integer(long x, long y) {
    throw undefined("integers");
  }

  /** The function of two uint64 given by their bits, where these matter. */
  protected long unsigned(long x, long y) {
    return integer(x, y);
  }

  /** The function of {@code a + bi} and {@code c + di}. */
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    throw undefined("complex numbers");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output x = context.input(0);
    Output y = context.input(1);
    Output z = context.output(0);
    context.flow(0, () -> on.sumTo(derivativeX(on, x, y, z, context.gradient()), x));
    context.flow(1, () -> on.sumTo(derivativeY(on, x, y, z, context.gradient()), y));
  }

  /** The gradient with respect to x, given that with respect to z, shaped like z. */
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    throw undifferentiated(z);
  }

  /** The gradient with respect to y, given that with respect to z, shaped like z. */
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    throw undifferentiated(z);
  }

  private static WeirException undifferentiated(Output z) {
    return z.node().error(ErrorCode.UNIMPLEMENTED, "its gradient is not defined");
  }

  private WeirException undefined(String numbers) {
    return WeirException.unimplemented("%s of %s is not defined", signature().name(), numbers);
  }
}

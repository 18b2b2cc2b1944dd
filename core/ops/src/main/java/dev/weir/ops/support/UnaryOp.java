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
 * An op of one operand that works element by element, with a function for each kind of number its
 * signature allows. Real and complex numbers are computed in double precision and rounded once.
 */
public abstract class UnaryOp extends Op {
  protected UnaryOp(String signature) {
    super(signature);
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ELEMENTWISE;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue x = context.partialValue(0);
    return x == null ? null : x.map(this::integer);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype.isComplex()) {
      return UnaryKernels.complex(this::complex);
    }
    if (dtype.isFloating()) {
      return UnaryKernels.real(this::real);
    }
    return UnaryKernels.integer(dtype == DType.UINT64 ? this::unsigned : this::integer);
  }

  /** The function of a real number. */
  protected double real(double x) {
    throw undefined("real numbers");
  }

  /** The function of an integer; the result wraps. */
  protected long integer(long x) {
    throw undefined("integers");
  }

  /** The function of a uint64 given by its bits, where these matter. */
  protected long unsigned(long x) {
    return integer(x);
  }

  /** The function of {@code a + bi}. */
  protected void complex(double a, double b, ComplexFunction.Result out) {
    throw undefined("complex numbers");
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> derivative(on, context.input(0), context.output(0), context.gradient()));
  }

  /** The gradient with respect to x, given that with respect to y. */
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    throw y.node().error(ErrorCode.UNIMPLEMENTED, "its gradient is not defined");
  }

  private WeirException undefined(String numbers) {
    return WeirException.unimplemented("%s of %s is not defined", signature().name(), numbers);
  }
}

package dev.weir.ops.math;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.tensor.DType;
import java.util.function.DoubleUnaryOperator;

/**
 * {@code z = trunc(x / y)}, rounded toward 0, broadcasting. An integer must not be divided by 0.
 */
final class TruncateDiv extends BinaryOp {
  TruncateDiv() {
    super(
        "TruncateDiv(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,"
            + " complex128];");
  }

  @Override
  public String notDifferentiable() {
    return "it is piecewise constant";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (!dtype.isFloating()) {
      return super.kernel(spec);
    }
    DoubleUnaryOperator rounded = Precision.of(dtype);
    return BinaryKernels.real((x, y) -> Precision.truncate(rounded.applyAsDouble(x / y)));
  }

  @Override
  protected long integer(long x, long y) {
    return IntegerMath.divide(x, y);
  }

  @Override
  protected long unsigned(long x, long y) {
    return IntegerMath.divideUnsigned(x, y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.divide(a, b, c, d, out);
    out.set(Precision.truncate(out.real), Precision.truncate(out.imaginary));
  }
}

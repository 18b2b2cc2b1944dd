package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import java.util.function.DoubleUnaryOperator;

/**
 * {@code z = (x - y)²}, broadcasting; for complex numbers the difference times its conjugate. The
 * difference is rounded to the operands' precision first. Integers wrap.
 */
final class SquaredDifference extends BinaryOp {
  SquaredDifference() {
    super(
        "SquaredDifference(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float,"
            + " double, int32, int64, complex64, complex128]; commutative");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (!dtype.isFloating()) {
      return super.kernel(spec);
    }
    DoubleUnaryOperator rounded = Precision.of(dtype);
    return BinaryKernels.real(
        (x, y) -> {
          double difference = rounded.applyAsDouble(x - y);
          return difference * difference;
        });
  }

  @Override
  protected long integer(long x, long y) {
    return (x - y) * (x - y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    out.set((a - c) * (a - c) + (b - d) * (b - d), 0);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(on.mul(2, weight(on, dz)), on.sub(x, y));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(on.mul(-2, weight(on, dz)), on.sub(x, y));
  }

  /** The result is real, so that only the real part of its gradient counts. */
  private static Output weight(GradientOps on, Output dz) {
    return on.cast(on.real(dz), dz.dtype());
  }
}

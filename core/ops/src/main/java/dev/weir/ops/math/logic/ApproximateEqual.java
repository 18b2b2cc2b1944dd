package dev.weir.ops.math.logic;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.SameShapeOp;
import dev.weir.tensor.DType;

/** {@code z = |x - y| <= tolerance}, for operands of the same shape; false if one is NaN. */
final class ApproximateEqual extends SameShapeOp {
  ApproximateEqual() {
    super(
        "ApproximateEqual(x: T, y: T) -> (z: bool) T:type in [float, double, int32,"
            + " uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,"
            + " qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " tolerance:float=1.0E-5; commutative");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    float tolerance = spec.attrs().floating("tolerance");
    DType dtype = spec.inputDtype(0);
    if (dtype.isComplex()) {
      return BinaryKernels.test(
          (x, i, y, j) ->
              Math.hypot(x.getReal(i) - y.getReal(j), x.getImaginary(i) - y.getImaginary(j))
                  <= tolerance);
    }
    return BinaryKernels.test(
        (x, i, y, j) -> Math.abs(x.getDouble(i) - y.getDouble(j)) <= tolerance);
  }

  @Override
  public String notDifferentiable() {
    return "its output is a truth value";
  }
}

package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Running sums along an axis. Integers wrap. */
final class Cumsum extends Scan {
  Cumsum() {
    super(
        "Cumsum(x: T, axis: Tidx) -> (out: T) exclusive:bool=false; reverse:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  BinaryKernels.Cell step(DType dtype) {
    return Accumulation.SUM.step(dtype);
  }

  @Override
  void start(Tensor total, long r) {
    Accumulation.SUM.start(total, r, r + 1);
  }

  @Override
  public void gradient(GradientContext context) {
    context.flow(0, () -> back(context, "Cumsum", context.gradient()));
  }
}

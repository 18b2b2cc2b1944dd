package dev.weir.ops.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Running products along an axis. Integers wrap. */
final class Cumprod extends Scan {
  Cumprod() {
    super(
        "Cumprod(x: T, axis: Tidx) -> (out: T) exclusive:bool=false; reverse:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  BinaryKernels.Cell step(DType dtype) {
    return Accumulation.PRODUCT.step(dtype);
  }

  @Override
  void start(Tensor total, long r) {
    Accumulation.PRODUCT.start(total, r, r + 1);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output sums =
              back(context, "Cumsum", on.mul(context.gradient(), on.conj(context.output(0))));
          return on.op("DivNoNan", sums, on.conj(context.input(0)));
        });
  }
}

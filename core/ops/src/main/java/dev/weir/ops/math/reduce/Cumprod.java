package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.Accumulation;
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

  /**
   * Sums of products are divided by the element they are to lack. The first zero along the axis
   * cannot be divided out: the products that lack it are made with 1 in its place. Later zeros have
   * the first one among their products.
   */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output x = context.input(0);
          Output isFirstZero = firstZeros(on, context);
          Output without = on.select(isFirstZero, on.scalar(1, x), x);
          Output products = along(context, "Cumprod", without, exclusive(context), false);
          Output divided = on.op("DivNoNan", sums(on, context, context.output(0)), on.conj(x));
          return on.select(isFirstZero, sums(on, context, products), divided);
        });
  }

  private static Output sums(GradientOps on, GradientContext context, Output products) {
    Output weighted = on.mul(context.gradient(), on.conj(products));
    return along(context, "Cumsum", weighted, exclusive(context), true);
  }

  private static Output firstZeros(GradientOps on, GradientContext context) {
    Output x = context.input(0);
    Output isZero = on.op("Equal", x, on.scalar(0, x));
    Output before = along(context, "Cumsum", on.cast(isZero, DType.INT32), true, false);
    Output isFirst = on.op("Equal", before, on.scalar(0, DType.INT32));
    return on.op("LogicalAnd", isZero, isFirst);
  }

  private static boolean exclusive(GradientContext context) {
    return context.node().attrs().bool("exclusive");
  }
}

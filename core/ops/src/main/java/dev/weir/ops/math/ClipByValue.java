package dev.weir.ops.math;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code output} is t, limited to at least {@code clip_value_min} and at most {@code
 * clip_value_max}, each a scalar or of the shape of t; NaN stays NaN.
 */
final class ClipByValue extends Op {
  ClipByValue() {
    super(
        "ClipByValue(t: T, clip_value_min: T, clip_value_max: T) -> (output: T)"
            + " T:type in [float, double, int32, uint8, int16, int8, complex64, int64,"
            + " qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half,"
            + " uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape t = context.input(0);
    for (int i = 1; i <= 2; i++) {
      Shape limit = context.input(i);
      if (t.isFullyKnown() && limit.isFullyKnown() && !limit.isScalar() && !limit.equals(t)) {
        throw context.invalid(
            "a limit must be a scalar or of the shape of t: %s, %s",
            context.describe(0), context.describe(i));
      }
    }
    return List.of(t);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    if (dtype.isComplex()) {
      throw WeirException.unimplemented("ClipByValue of complex numbers is not defined");
    }
    return dtype.isFloating()
        ? clip(
            (t, i, low, j, high, k, out) ->
                out.setDouble(i, clip(t.getDouble(i), low.getDouble(j), high.getDouble(k))))
        : clip(
            (t, i, low, j, high, k, out) ->
                out.setLong(i, clip(t.getLong(i), low.getLong(j), high.getLong(k), dtype)));
  }

  /** Sets element {@code i} of the output. */
  private interface Cell {
    void compute(Tensor t, long i, Tensor low, long j, Tensor high, long k, Tensor out);
  }

  private static Kernel clip(Cell cell) {
    return context -> {
      Tensor t = context.input(0);
      Tensor low = context.input(1);
      Tensor high = context.input(2);
      Tensor out = context.forward(0, 0, t.shape());
      long lowStep = low.shape().isScalar() ? 0 : 1;
      long highStep = high.shape().isScalar() ? 0 : 1;
      for (long i = 0; i < t.elements(); i++) {
        cell.compute(t, i, low, i * lowStep, high, i * highStep, out);
      }
    };
  }

  /** A limit that is NaN is none. */
  private static double clip(double value, double low, double high) {
    double atMost = high < value ? high : value;
    return atMost < low ? low : atMost;
  }

  private static long clip(long value, long low, long high, DType dtype) {
    if (dtype != DType.UINT64) {
      return Math.max(Math.min(value, high), low);
    }
    long atMost = Long.compareUnsigned(value, high) < 0 ? value : high;
    return Long.compareUnsigned(atMost, low) > 0 ? atMost : low;
  }

  /** At a limit the gradient goes to t; where the limits cross, the lower one has the last word. */
  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output given = context.gradient();
    Output zero = on.scalar(0, given);
    Output t = context.input(0);
    Output low = context.input(1);
    Output high = context.input(2);
    Output isLow = on.op("Less", on.op("Minimum", t, high), low);
    Output isHigh = on.op("LogicalAnd", on.op("Greater", t, high), on.op("LogicalNot", isLow));
    context.flow(0, () -> on.select(on.op("LogicalOr", isLow, isHigh), zero, given));
    context.flow(1, () -> on.sumTo(on.select(isLow, given, zero), low));
    context.flow(2, () -> on.sumTo(on.select(isHigh, given, zero), high));
  }
}

package dev.weir.ops.math;

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
 * clip_value_max}, each a scalar or of the shape of t; NaN stays NaN. Of complex numbers the real
 * and the imaginary parts are limited apart.
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
      return clip(
          (t, i, low, j, high, k, out) ->
              out.setComplex(
                  i,
                  clip(t.getReal(i), low.getReal(j), high.getReal(k)),
                  clip(t.getImaginary(i), low.getImaginary(j), high.getImaginary(k))));
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

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output given = context.gradient();
    Output t = context.input(0);
    Output low = context.input(1);
    Output high = context.input(2);
    if (!given.dtype().isComplex()) {
      Limits limits = limits(on, t, low, high);
      for (int i = 0; i < 3; i++) {
        int input = i;
        context.flow(input, () -> sumTo(on, limits.part(on, given, input), context, input));
      }
      return;
    }
    Limits real = limits(on, on.real(t), on.real(low), on.real(high));
    Limits imaginary = limits(on, on.imaginary(t), on.imaginary(low), on.imaginary(high));
    for (int i = 0; i < 3; i++) {
      int input = i;
      context.flow(
          input,
          () -> {
            Output part =
                on.complex(
                    real.part(on, on.real(given), input),
                    imaginary.part(on, on.imaginary(given), input));
            return sumTo(on, part, context, input);
          });
    }
  }

  private static Output sumTo(GradientOps on, Output part, GradientContext context, int input) {
    return input == 0 ? part : on.sumTo(part, context.input(input));
  }

  /** Where each of the limits is the output. */
  private record Limits(Output isLow, Output isHigh) {
    /** What of a gradient is that with respect to an input. */
    Output part(GradientOps on, Output given, int input) {
      Output zero = on.scalar(0, given);
      return switch (input) {
        case 0 -> on.select(on.op("LogicalOr", isLow, isHigh), zero, given);
        case 1 -> on.select(isLow, given, zero);
        default -> on.select(isHigh, given, zero);
      };
    }
  }

  /** At a limit the gradient goes to t; where the limits cross, the lower one has the last word. */
  private static Limits limits(GradientOps on, Output t, Output low, Output high) {
    Output isLow = on.op("Less", on.op("Minimum", t, high), low);
    Output isHigh = on.op("LogicalAnd", on.op("Greater", t, high), on.op("LogicalNot", isLow));
    return new Limits(isLow, isHigh);
  }
}

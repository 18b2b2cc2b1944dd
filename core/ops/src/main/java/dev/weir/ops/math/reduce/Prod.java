package dev.weir.ops.math.reduce;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.Folds;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** The product of elements along axes; 1 of none. Integers wrap. */
final class Prod extends Reduction {
  Prod() {
    super(
        "Prod(input: T, reduction_indices: Tidx) -> (output: T) keep_dims:bool=false; T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64];"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    if (x.dtype().isComplex()) {
      return Folds.complex(
          x,
          y,
          1,
          (a, b, c, d, out) -> out.set(a * c - b * d, a * d + b * c),
          (total, count) -> total);
    }
    return x.dtype().isFloating()
        ? Folds.real(x, y, 1, (a, b) -> a * b, (total, count) -> total)
        : Folds.integer(x, y, 1, (a, b) -> a * b, (total, count) -> total);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output given = Stretching.keepingDimensions(on, context, context.gradient());
          return on.mul(given, on.conj(productOfOthers(on, context)));
        });
  }

  /**
   * For every element the product of all others that go into the same result. It is made without
   * division, as elements may be 0: the reduced dimensions come first, as one, and what is in front
   * of an element along it is multiplied with what is behind.
   */
  private static Output productOfOthers(GradientOps on, GradientContext context) {
    Output x = context.input(0);
    Output shape = on.shape(x);
    Output rank = on.op("Size", shape);
    Output given = on.reshape(on.cast(context.input(1), DType.INT32), on.ints(-1));
    Output reduced = on.op("FloorMod", on.add(given, rank), rank);
    Output all = on.op("Range", on.scalar(0, DType.INT32), rank, on.scalar(1, DType.INT32));
    Output order = on.concat(reduced, on.op("ListDiff", all, reduced));
    Output moved = on.op("Transpose", x, order);
    Output count = on.op("Prod", on.gather(shape, reduced), on.ints(0));
    Output others = on.op("Prod", on.gather(shape, on.op("ListDiff", all, reduced)), on.ints(0));
    Output sizes = on.concat(on.reshape(count, on.ints(1)), on.reshape(others, on.ints(1)));
    Output rows = on.reshape(moved, sizes);
    Output product = on.mul(running(on, rows, false), running(on, rows, true));
    Output back = on.op("InvertPermutation", order);
    return on.op("Transpose", on.reshapeLike(product, moved), back);
  }

  private static Output running(GradientOps on, Output rows, boolean isReverse) {
    return on.node("Cumprod")
        .input(rows)
        .input(on.scalar(0, DType.INT32))
        .attr("exclusive", true)
        .attr("reverse", isReverse)
        .build()
        .output(0);
  }
}

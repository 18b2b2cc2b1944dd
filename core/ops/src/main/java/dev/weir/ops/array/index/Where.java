package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The positions of all elements that are not 0 (or are true), in order, a row of coordinates each.
 * NaN is not 0. Scalars have no positions and are refused when the op runs, as in TensorFlow.
 */
final class Where extends Op {
  private static final int MAX_RANK = 8;

  Where() {
    super(
        "Where(input: T) -> (index: int64) T:type=bool in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64, bool];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.of(Shape.UNKNOWN_SIZE, context.input(0).rank()));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return Where::find;
  }

  private static void find(KernelContext context) {
    Tensor x = context.input(0);
    if (x.shape().rank() < 1 || x.shape().rank() > MAX_RANK) {
      throw WeirException.invalidArgument(
          "positions are found in tensors of rank 1 to %d, not in one of shape %s",
          MAX_RANK, x.shape());
    }
    long count = 0;
    for (long i = 0; i < x.elements(); i++) {
      count += isSet(x, i) ? 1 : 0;
    }
    int rank = x.shape().rank();
    Tensor out = context.allocate(0, Shape.of(count, rank));
    long row = 0;
    for (long i = 0; i < x.elements(); i++) {
      if (isSet(x, i)) {
        long rest = i;
        for (int d = rank - 1; d >= 0; d--) {
          out.setLong(row * rank + d, rest % x.shape().size(d));
          rest /= x.shape().size(d);
        }
        row++;
      }
    }
  }

  private static boolean isSet(Tensor x, long i) {
    if (x.dtype().isComplex()) {
      return x.getReal(i) != 0 || x.getImaginary(i) != 0;
    }
    return x.dtype().isFloating() ? x.getDouble(i) != 0 : x.getLong(i) != 0;
  }

  @Override
  public String notDifferentiable() {
    return "its output is an integer";
  }
}

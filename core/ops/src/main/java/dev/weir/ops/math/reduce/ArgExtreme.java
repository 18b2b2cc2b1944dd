package dev.weir.ops.math.reduce;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Limits;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The position along one axis of the first element that beats all others. NaN beats nothing; where
 * no element beats the first (all are NaN) the position is 0.
 */
abstract class ArgExtreme extends Op {
  private final int sign;

  /**
   * @param sign 1 for the greatest element, -1 for the least
   */
  ArgExtreme(String signature, int sign) {
    super(signature);
    this.sign = sign;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Shape shape = context.input(0);
    Tensor axis = context.constant(1);
    if (!shape.hasRank()) {
      return List.of(Shape.unknown());
    }
    if (axis == null) {
      return List.of(shape.rank() <= 1 ? Shape.scalar() : Shape.unknownOfRank(shape.rank() - 1));
    }
    int d = Shapes.axis(axis.getLong(0), shape.rank());
    if (shape.size(d) == 0) {
      throw context.invalid("the axis must not be empty: %s, axis %d", context.describe(0), d);
    }
    return List.of(shape.slice(0, d).concat(shape.slice(d + 1, shape.rank())));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return spec.inputDtype(0).isFloating() ? this::real : this::integer;
  }

  private void real(KernelContext context) {
    Tensor x = context.input(0);
    double worst = -sign * Limits.greatestFinite(x.dtype());
    forEach(
        context,
        (first, step, count) -> {
          long best = 0;
          double record = worst;
          for (long n = 0; n < count; n++) {
            double value = x.getDouble(first + n * step);
            if (sign > 0 ? value > record : value < record) {
              record = value;
              best = n;
            }
          }
          return best;
        });
  }

  private void integer(KernelContext context) {
    Tensor x = context.input(0);
    DType dtype = x.dtype();
    forEach(
        context,
        (first, step, count) -> {
          long best = 0;
          for (long n = 1; n < count; n++) {
            long record = x.getLong(first + best * step);
            if (sign * Limits.compare(dtype, x.getLong(first + n * step), record) > 0) {
              best = n;
            }
          }
          return best;
        });
  }

  /** Finds a position among elements. */
  private interface Search {
    long find(long first, long step, long count);
  }

  private static void forEach(KernelContext context, Search search) {
    Shape shape = context.input(0).shape();
    int axis = Shapes.axis(context.input(1).getLong(0), shape.rank());
    Shape outer = shape.slice(0, axis);
    Shape inner = shape.slice(axis + 1, shape.rank());
    Tensor y = context.allocate(0, outer.concat(inner));
    long count = shape.size(axis);
    long step = inner.elements();
    for (long r = 0; r < y.elements(); r++) {
      y.setLong(r, search.find(r / step * step * count + r % step, step, count));
    }
  }

  @Override
  public final String notDifferentiable() {
    return "its output is an integer";
  }
}

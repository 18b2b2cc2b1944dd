package dev.weir.ops.support;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Sizes that arrive as the value of an input. */
public final class SizeInputs {
  private SizeInputs() {}

  /** The size in a scalar input, which must not be negative; unknown before it is known. */
  public static long ofScalar(ShapeContext context, int i) {
    context.requireScalar(i);
    Tensor value = context.constant(i);
    if (value == null) {
      return Shape.UNKNOWN_SIZE;
    }
    if (value.getLong(0) < 0) {
      throw context.invalid(
          "a size must not be negative: %s, with value %d", context.describe(i), value.getLong(0));
    }
    return value.getLong(0);
  }

  /** Refuses two inputs whose first sizes are known and differ. */
  public static void requireSameLength(ShapeContext context, int i, int j) {
    if (!context.input(i).slice(0, 1).isCompatibleWith(context.input(j).slice(0, 1))) {
      throw context.invalid(
          "lengths must be equal: %s, %s", context.describe(i), context.describe(j));
    }
  }
}

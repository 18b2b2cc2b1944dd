package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Arithmetic with sizes some of which are not known, and values that are, for shape rules. */
public final class Sizes {
  private static final long UNKNOWN = Shape.UNKNOWN_SIZE;

  private Sizes() {}

  /** {@code a + b}; unknown if either is, unless the other is 0. */
  public static long add(long a, long b) {
    if (a == 0 || b == 0) {
      return a + b;
    }
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : Math.addExact(a, b);
  }

  /** {@code a - b}, which must not be negative; unknown if either is. */
  public static long subtract(long a, long b) {
    if (a == UNKNOWN || b == UNKNOWN) {
      return UNKNOWN;
    }
    if (b > a) {
      throw WeirException.invalidArgument("a size would be negative: %d - %d", a, b);
    }
    return a - b;
  }

  /** {@code a b}; unknown if either is, unless the other is 0. */
  public static long multiply(long a, long b) {
    if (a == 0 || b == 0) {
      return 0;
    }
    return a == UNKNOWN || b == UNKNOWN ? UNKNOWN : Math.multiplyExact(a, b);
  }

  /** {@code a / b}, which must leave no remainder; unknown if {@code a} is. */
  public static long divide(long a, long b) {
    if (a != UNKNOWN && a % b != 0) {
      throw WeirException.invalidArgument("a size must be divisible by %d, got %d", b, a);
    }
    return a == UNKNOWN ? UNKNOWN : a / b;
  }

  /** The smaller; unknown if either is, unless the other is 0. */
  public static long min(long a, long b) {
    return a == 0 || b == 0 ? 0 : Math.min(a, b);
  }

  /** Two sizes that must be the same. */
  public static long merge(long a, long b) {
    if (a != UNKNOWN && b != UNKNOWN && a != b) {
      throw WeirException.invalidArgument("sizes must be equal: %d and %d", a, b);
    }
    return Math.max(a, b);
  }

  /** The product of all sizes: 0 if one of them is, else unknown if one of them is. */
  public static long elements(Shape shape) {
    if (!shape.hasRank()) {
      return UNKNOWN;
    }
    for (long size : shape.sizes()) {
      if (size == 0) {
        return 0;
      }
    }
    return shape.elements();
  }

  /** The integers of an input that is a constant; null if it is not. */
  public static long @Nullable [] values(ShapeContext context, int i) {
    Tensor constant = context.constant(i);
    return constant == null ? null : values(constant);
  }

  /** The integers of a tensor. */
  public static long[] values(Tensor tensor) {
    long[] values = new long[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getLong(i);
    }
    return values;
  }

  /** The integer of a scalar input that is a constant; null if it is not. */
  public static @Nullable Long value(ShapeContext context, int i) {
    context.requireScalar(i);
    Tensor constant = context.constant(i);
    return constant == null ? null : Long.valueOf(constant.getLong(0));
  }

  /** An input that must be a vector of sizes, as far as it is known. */
  public static Shape shape(ShapeContext context, int i) {
    context.requireRank(i, 1);
    return context.shapeValue(i);
  }

  /** Refuses an input whose rank is known and larger than this. */
  public static Shape requireRankAtMost(ShapeContext context, int i, int rank) {
    Shape shape = context.input(i);
    if (shape.hasRank() && shape.rank() > rank) {
      throw context.invalid("input must have at most rank %d: %s", rank, context.describe(i));
    }
    return shape;
  }
}

package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Adds up rows in 64 bits: integers, or real numbers in double precision. */
interface GatherSumLoop {
  /** Adds a row, times a factor if it is of real numbers. */
  void add(long row, double factor, Sums sums);

  /** Rounds sums, times a factor if they are real numbers, and makes them 0 again. */
  void store(Sums sums, double factor, long out);

  /** The sums of a row so far. */
  final class Sums {
    final double[] reals;
    final long[] wholes;

    Sums(boolean isReal, int width) {
      reals = new double[isReal ? width : 0];
      wholes = new long[isReal ? 0 : width];
    }
  }

  static GatherSumLoop of(DType dtype) {
    return Specialized.copy(
        MethodHandles.lookup(),
        GatherSumLoopTemplate.class,
        GatherSumLoop.class,
        new Operation(ScalarType.of(dtype), vectors(dtype)));
  }

  /**
   * What a copy of the loops is made for.
   *
   * @param vectors of doubles; null if there are none
   */
  record Operation(ScalarType element, @Nullable RealElement<Double> vectors) {}

  private static @Nullable RealElement<Double> vectors(DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> Element.WIDE_FLOAT;
      case FLOAT64 -> Element.DOUBLE;
      default -> null;
    };
  }
}

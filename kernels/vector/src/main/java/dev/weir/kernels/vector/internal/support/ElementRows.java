package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows of elements of one type of numbers, copied from memory to arrays that are computed with, and
 * back. C2 makes vectors of loops over arrays, and these are fast while they are not compiled yet.
 */
public interface ElementRows {
  /** The binary logarithm of the bytes of an element. */
  int shift();

  /** Copies elements to an array as real numbers. */
  void load(long at, double[] to, int from, int count);

  /** Copies elements to an array as real numbers, rounded. */
  void load(long at, float[] to, int from, int count);

  /** Copies real numbers to memory, rounded to the type. */
  void store(double[] numbers, int from, int count, long at);

  /** Those of a type. */
  static ElementRows of(DType dtype) {
    return Copies.ALL.computeIfAbsent(dtype, Copies::of);
  }

  /** A copy of the template for each type that was asked for. */
  final class Copies {
    private static final Map<DType, ElementRows> ALL = new ConcurrentHashMap<>();

    private Copies() {}

    private static ElementRows of(DType dtype) {
      return Specialized.copy(
          MethodHandles.lookup(),
          ElementRowsTemplate.class,
          ElementRows.class,
          new MemoryElement(dtype));
    }
  }
}

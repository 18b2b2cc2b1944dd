package dev.weir.kernels.vector.internal.pool;

import dev.weir.kernels.vector.internal.support.MemoryElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loops over the channels of one window, for elements of one type. */
interface WindowLoops {
  /** The largest elements of the channels of a window, and where they are. For one thread. */
  final class Maxima {
    final double[] reals;
    final long[] wholes;
    final long[] elements;

    Maxima(int channels) {
      reals = new double[channels];
      wholes = new long[channels];
      elements = new long[channels];
    }
  }

  /**
   * Finds the first of the largest elements of each channel.
   *
   * @param in the address of the images
   * @param window the elements of the first channel
   * @param prefersNumbers whether NaN is only taken if there is nothing else; otherwise if it is
   *     the first
   */
  void find(long in, long[] window, int count, boolean prefersNumbers, int channels, Maxima to);

  /** Stores neighboring elements that were found. */
  void store(Maxima found, int channels, long out);

  /** Adds neighboring gradients to the elements that were found. */
  void add(long gradient, Maxima found, int channels, long out);

  /** Adds an element to another. */
  void add(long from, long to);

  /** Copies an element. */
  void copy(long from, long to);

  /**
   * Sets neighboring elements to those of a gradient where the images equal the largest elements
   * for the first time, or to 0.
   */
  void pick(long in, long[] window, int count, long largest, long gradient, int channels, long out);

  /** Those of a type. */
  static WindowLoops of(DType dtype) {
    return Copies.ALL.computeIfAbsent(dtype, Copies::of);
  }

  /** A copy of the template for each type that was asked for. */
  final class Copies {
    private static final Map<DType, WindowLoops> ALL = new ConcurrentHashMap<>();

    private Copies() {}

    private static WindowLoops of(DType dtype) {
      return Specialized.copy(
          MethodHandles.lookup(),
          WindowLoopsTemplate.class,
          WindowLoops.class,
          new MemoryElement(dtype));
    }
  }
}

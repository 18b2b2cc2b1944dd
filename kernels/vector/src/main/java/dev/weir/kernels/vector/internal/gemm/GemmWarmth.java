package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.WarmUp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Compiles the loops of matrix products before the first large product: interpreted vectors would
 * take longer than the compilation, and single elements would give different bits.
 */
final class GemmWarmth {
  /** Size of products in tiles: small, to finish soon. */
  private static final int SIZE = 16;

  private static final int DEPTH = 5 * Lanes.FLOATS;

  /** Room for a matrix, plain or transposed. */
  private static final long ELEMENTS = (long) DEPTH * DEPTH;

  /** Records and small arrays that a product makes even when compiled. */
  private static final long BYTES_PER_ROUND = 16 * 1024;

  private GemmWarmth() {}

  /** Waits for the loops over floats or doubles; later calls return at once. */
  static void await(boolean isDouble) {
    boolean ignored = isDouble ? Doubles.ARE_WARM : Floats.ARE_WARM;
  }

  private static final class Floats {
    static final boolean ARE_WARM = warm(false);
  }

  private static final class Doubles {
    static final boolean ARE_WARM = warm(true);
  }

  private static boolean warm(boolean isDouble) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(3 * ELEMENTS * Double.BYTES, Lanes.BYTES);
      return WarmUp.becomesQuiet(() -> round(data, isDouble), BYTES_PER_ROUND);
    }
  }

  /** Tiles, and both ways to multiply with one or two rows, plain and transposed. */
  private static void round(MemorySegment data, boolean isDouble) {
    GemmMatrix a = GemmMatrix.of(data, 0, DEPTH);
    GemmMatrix b = GemmMatrix.of(data, ELEMENTS, DEPTH);
    GemmMatrix c = GemmMatrix.of(data, 2 * ELEMENTS, DEPTH);
    multiply(SIZE, SIZE, DEPTH, a, b, c, isDouble);
    multiply(SIZE, SIZE, DEPTH, a.transpose(), b.transpose(), c, isDouble);
    // deep enough for inner products in vectors, and odd numbers of these, for what follows pairs
    int lanes = isDouble ? Lanes.DOUBLES : Lanes.FLOATS;
    multiply(1, 3 * lanes, 5 * lanes, a, b, c, isDouble);
    multiply(1, 3 * lanes, 5 * lanes, a, b.transpose(), c, isDouble);
    multiply(2, 3 * lanes, 5 * lanes, a, b.transpose(), c, isDouble);
  }

  private static void multiply(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean isDouble) {
    if (isDouble) {
      Gemm.ofDoubles().multiply(m, n, k, a, b, c, GemmTasks.SERIAL);
    } else {
      Gemm.ofFloats().multiply(m, n, k, a, b, c, GemmTasks.SERIAL);
    }
  }
}

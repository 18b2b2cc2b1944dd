package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.tensor.DType;
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
    await(isDouble ? DType.FLOAT64 : DType.FLOAT32);
  }

  /** Waits for the loops over a type; later calls return at once. */
  static void await(DType dtype) {
    boolean ignored =
        switch (dtype) {
          case FLOAT64 -> Doubles.ARE_WARM;
          case INT32 -> Ints.ARE_WARM;
          case INT64 -> Longs.ARE_WARM;
          default -> Floats.ARE_WARM;
        };
  }

  private static final class Floats {
    static final boolean ARE_WARM = warm(DType.FLOAT32);
  }

  private static final class Doubles {
    static final boolean ARE_WARM = warm(DType.FLOAT64);
  }

  private static final class Ints {
    static final boolean ARE_WARM = warm(DType.INT32);
  }

  private static final class Longs {
    static final boolean ARE_WARM = warm(DType.INT64);
  }

  private static boolean warm(DType dtype) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment data = arena.allocate(3 * ELEMENTS * Double.BYTES, Lanes.BYTES);
      return WarmUp.becomesQuiet(() -> round(data, dtype), BYTES_PER_ROUND);
    }
  }

  /** Tiles, and both ways to multiply with one or two rows, plain and transposed. */
  private static void round(MemorySegment data, DType dtype) {
    GemmMatrix a = GemmMatrix.of(data, 0, DEPTH);
    GemmMatrix b = GemmMatrix.of(data, ELEMENTS, DEPTH);
    GemmMatrix c = GemmMatrix.of(data, 2 * ELEMENTS, DEPTH);
    multiply(SIZE, SIZE, DEPTH, a, b, c, dtype);
    multiply(SIZE, SIZE, DEPTH, a.transpose(), b.transpose(), c, dtype);
    // deep enough for inner products in vectors, and odd numbers of these, for what follows pairs
    int lanes = Lanes.BYTES / dtype.byteSize();
    multiply(1, 3 * lanes, 5 * lanes, a, b, c, dtype);
    multiply(1, 3 * lanes, 5 * lanes, a, b.transpose(), c, dtype);
    multiply(2, 3 * lanes, 5 * lanes, a, b.transpose(), c, dtype);
  }

  private static void multiply(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, DType dtype) {
    Gemm.of(dtype).multiply(m, n, k, a, b, c, GemmTasks.SERIAL);
  }
}

package dev.weir.kernels.vector;

import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shapes of this machine, as compile-time constants for C2.
 *
 * <p>They stand in a class of their own so that code which only asks for sizes does not initialize
 * the Vector API, and so that every loop sees the same {@code static final} species.
 */
final class Lanes {
  static final VectorSpecies<Float> FLOAT = FloatVector.SPECIES_PREFERRED;
  static final VectorSpecies<Double> DOUBLE = DoubleVector.SPECIES_PREFERRED;
  static final VectorSpecies<Integer> INT = IntVector.SPECIES_PREFERRED;
  static final VectorSpecies<Long> LONG = LongVector.SPECIES_PREFERRED;
  static final VectorSpecies<Byte> BYTE = ByteVector.SPECIES_PREFERRED;

  static final int FLOATS = FLOAT.length();
  static final int DOUBLES = DOUBLE.length();
  static final int INTS = INT.length();
  static final int LONGS = LONG.length();

  /** Bytes in one vector of any of the species above. */
  static final int BYTES = FLOAT.vectorByteSize();

  /** Long loops run in chunks of this size, so that the inner index is an {@code int}. */
  static final int CHUNK_BYTES = 1 << 20;

  static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private Lanes() {}

  /**
   * Bytes of {@code count} elements that are worth doing in vectors: whole ones, and not just one.
   *
   * @param step the bytes in memory of a vector of elements
   */
  static long wholeBytes(long count, int shift, int step) {
    long bytes = count << shift;
    return bytes < 2L * step ? 0 : bytes & -step;
  }
}

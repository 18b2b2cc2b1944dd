package dev.weir.kernels.vector.internal.support;

import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shapes of this machine, as compile-time constants for C2.
 *
 * <p>They stand in a class of their own so that code which only asks for sizes does not initialize
 * the Vector API, and so that every loop sees the same {@code static final} species.
 */
public final class Lanes {
  public static final VectorSpecies<Float> FLOAT = FloatVector.SPECIES_PREFERRED;
  public static final VectorSpecies<Double> DOUBLE = DoubleVector.SPECIES_PREFERRED;
  public static final VectorSpecies<Integer> INT = IntVector.SPECIES_PREFERRED;
  public static final VectorSpecies<Long> LONG = LongVector.SPECIES_PREFERRED;
  static final VectorSpecies<Byte> BYTE = ByteVector.SPECIES_PREFERRED;
  static final VectorSpecies<Short> SHORT = ShortVector.SPECIES_PREFERRED;

  public static final int FLOATS = FLOAT.length();
  public static final int DOUBLES = DOUBLE.length();
  public static final int INTS = INT.length();
  public static final int LONGS = LONG.length();

  /** Bytes in one vector of any of the species above. */
  public static final int BYTES = FLOAT.vectorByteSize();

  /** Long loops run in chunks of this size, so that the inner index is an {@code int}. */
  public static final int CHUNK_BYTES = 1 << 20;

  public static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private Lanes() {}

  /**
   * Bytes of {@code count} elements that are worth doing in vectors: whole ones, and not just one.
   *
   * @param step the bytes in memory of a vector of elements
   */
  public static long wholeBytes(long count, int shift, int step) {
    long bytes = count << shift;
    return bytes < 2L * step ? 0 : bytes & -step;
  }
}

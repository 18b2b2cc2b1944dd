package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Real elements of either type, computed with in double precision. */
abstract sealed class RealSource {
  static final RealSource FLOATS = new Floats();
  static final RealSource DOUBLES = new Doubles();

  /** The binary logarithm of the bytes of an element. */
  abstract int shift();

  /** As many elements as there are lanes for doubles. */
  abstract DoubleVector load(long at);

  abstract double get(long at);

  /** Stores a vector, rounded. */
  abstract void store(DoubleVector vector, long at);

  abstract void set(long at, double number);

  private static final class Floats extends RealSource {
    private static final VectorSpecies<Float> HALF =
        VectorSpecies.of(float.class, VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 2));

    @Override
    int shift() {
      return 2;
    }

    @Override
    DoubleVector load(long at) {
      return (DoubleVector)
          FloatVector.fromMemorySegment(HALF, RawMemory.ALL, at, Lanes.ORDER)
              .convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0);
    }

    @Override
    double get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at);
    }

    @Override
    void store(DoubleVector vector, long at) {
      vector
          .convertShape(VectorOperators.D2F, HALF, 0)
          .intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    }
  }

  private static final class Doubles extends RealSource {
    @Override
    int shift() {
      return 3;
    }

    @Override
    DoubleVector load(long at) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    double get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, at);
    }

    @Override
    void store(DoubleVector vector, long at) {
      vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, at, number);
    }
  }
}

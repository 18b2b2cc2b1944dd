package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * A type of elements as a loop sees it: how vectors of it come from memory and go there. Addresses
 * are those of {@link RawMemory}.
 *
 * @param <T> the box of the type
 */
abstract sealed class Element<T> {
  static final Element<Float> FLOAT = new OfFloat();
  static final Element<Double> DOUBLE = new OfDouble();
  static final Element<Integer> INT = new OfInt();
  static final Element<Long> LONG = new OfLong();

  private final VectorSpecies<T> species;
  private final int shift;

  private Element(VectorSpecies<T> species) {
    this.species = species;
    this.shift = Integer.numberOfTrailingZeros(species.elementSize() / Byte.SIZE);
  }

  final VectorSpecies<T> species() {
    return species;
  }

  /** The binary logarithm of the bytes of an element. */
  final int shift() {
    return shift;
  }

  /** A vector of neighbouring elements. */
  final Vector<T> load(long at) {
    return species.fromMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
  }

  /** A vector of which the lanes outside the mask are 0 and not read. */
  abstract Vector<T> load(long at, VectorMask<T> mask);

  /** A vector with one element in all lanes. */
  abstract Vector<T> broadcast(long at);

  /** A vector with one number in all lanes. */
  final Vector<T> all(long number) {
    return species.broadcast(number);
  }

  private static final class OfFloat extends Element<Float> {
    OfFloat() {
      super(Lanes.FLOAT);
    }

    @Override
    Vector<Float> load(long at, VectorMask<Float> mask) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER, mask);
    }

    @Override
    Vector<Float> broadcast(long at) {
      return FloatVector.broadcast(Lanes.FLOAT, RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at));
    }
  }

  private static final class OfDouble extends Element<Double> {
    OfDouble() {
      super(Lanes.DOUBLE);
    }

    @Override
    Vector<Double> load(long at, VectorMask<Double> mask) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER, mask);
    }

    @Override
    Vector<Double> broadcast(long at) {
      return DoubleVector.broadcast(Lanes.DOUBLE, RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, at));
    }
  }

  private static final class OfInt extends Element<Integer> {
    OfInt() {
      super(Lanes.INT);
    }

    @Override
    Vector<Integer> load(long at, VectorMask<Integer> mask) {
      return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER, mask);
    }

    @Override
    Vector<Integer> broadcast(long at) {
      return IntVector.broadcast(Lanes.INT, RawMemory.ALL.get(ValueLayout.JAVA_INT, at));
    }
  }

  private static final class OfLong extends Element<Long> {
    OfLong() {
      super(Lanes.LONG);
    }

    @Override
    Vector<Long> load(long at, VectorMask<Long> mask) {
      return LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, at, Lanes.ORDER, mask);
    }

    @Override
    Vector<Long> broadcast(long at) {
      return LongVector.broadcast(Lanes.LONG, RawMemory.ALL.get(ValueLayout.JAVA_LONG, at));
    }
  }
}

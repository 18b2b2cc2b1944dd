package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Elements that are whole numbers.
 *
 * @param <T> the box of the type
 */
abstract sealed class WholeElement<T> extends Element<T> {
  private WholeElement(VectorSpecies<T> species) {
    super(species, species.elementSize() / Byte.SIZE);
  }

  /** One element. */
  abstract long get(long at);

  /** Sets one element; the number wraps. */
  abstract void set(long at, long number);

  @Override
  final void store(Vector<T> vector, long at) {
    vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
  }

  @Override
  final double round(double number) {
    return number;
  }

  @Override
  final void apply(Scalars.Unary function, long in, long out) {
    set(out, function.integer().applyAsLong(get(in)));
  }

  @Override
  final void apply(Scalars.Binary function, long x, long y, long out) {
    set(out, function.integer().applyAsLong(get(x), get(y)));
  }

  @Override
  final boolean test(Scalars.Test test, long x, long y) {
    return test.integer().holds(get(x), get(y));
  }

  static final class OfInt extends WholeElement<Integer> {
    OfInt() {
      super(Lanes.INT);
    }

    @Override
    Vector<Integer> load(long at) {
      return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Integer> broadcast(long at) {
      return IntVector.broadcast(Lanes.INT, (int) get(at));
    }

    @Override
    Vector<Integer> all(double number) {
      return IntVector.broadcast(Lanes.INT, (int) number);
    }

    @Override
    long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_INT, at);
    }

    @Override
    void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_INT, at, (int) number);
    }
  }

  static final class OfLong extends WholeElement<Long> {
    OfLong() {
      super(Lanes.LONG);
    }

    @Override
    Vector<Long> load(long at) {
      return LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Long> broadcast(long at) {
      return LongVector.broadcast(Lanes.LONG, get(at));
    }

    @Override
    Vector<Long> all(double number) {
      return LongVector.broadcast(Lanes.LONG, (long) number);
    }

    @Override
    long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_LONG, at);
    }

    @Override
    void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_LONG, at, number);
    }
  }

  static final class OfByte extends WholeElement<Byte> {
    OfByte() {
      super(Lanes.BYTE);
    }

    @Override
    Vector<Byte> load(long at) {
      return ByteVector.fromMemorySegment(Lanes.BYTE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Byte> broadcast(long at) {
      return ByteVector.broadcast(Lanes.BYTE, (byte) get(at));
    }

    @Override
    Vector<Byte> all(double number) {
      return ByteVector.broadcast(Lanes.BYTE, (byte) number);
    }

    @Override
    long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_BYTE, at, (byte) number);
    }
  }
}

package dev.weir.kernels.vector.internal.support;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Elements that are integers.
 *
 * @param <T> the box of the type
 */
public abstract sealed class WholeElement<T> extends Element<T> {
  private WholeElement(VectorSpecies<T> species) {
    super(species, species.elementSize() / Byte.SIZE);
  }

  /** One element. */
  public abstract long get(long at);

  /** Sets one element; the number wraps. */
  public abstract void set(long at, long number);

  @Override
  public final void store(Vector<T> vector, long at) {
    vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
  }

  @Override
  public final double round(double number) {
    return number;
  }

  @Override
  public final void apply(ScalarFunctions.Unary function, long in, long out) {
    set(out, function.integer().applyAsLong(get(in)));
  }

  @Override
  public final void apply(ScalarFunctions.Binary function, long x, long y, long out) {
    set(out, function.integer().applyAsLong(get(x), get(y)));
  }

  @Override
  public final boolean test(ScalarFunctions.Test test, long x, long y) {
    return test.integer().holds(get(x), get(y));
  }

  static sealed class OfInt extends WholeElement<Integer> {
    OfInt() {
      super(Lanes.INT);
    }

    @Override
    public Vector<Integer> load(long at) {
      return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public Vector<Integer> broadcast(long at) {
      return IntVector.broadcast(Lanes.INT, (int) get(at));
    }

    @Override
    public Vector<Integer> all(double number) {
      return IntVector.broadcast(Lanes.INT, (int) number);
    }

    @Override
    public long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_INT, at);
    }

    @Override
    public void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_INT, at, (int) number);
    }
  }

  static final class OfLong extends WholeElement<Long> {
    OfLong() {
      super(Lanes.LONG);
    }

    @Override
    public Vector<Long> load(long at) {
      return LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public Vector<Long> broadcast(long at) {
      return LongVector.broadcast(Lanes.LONG, get(at));
    }

    @Override
    public Vector<Long> all(double number) {
      return LongVector.broadcast(Lanes.LONG, (long) number);
    }

    @Override
    public long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_LONG, at);
    }

    @Override
    public void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_LONG, at, number);
    }
  }

  static sealed class OfByte extends WholeElement<Byte> {
    OfByte() {
      super(Lanes.BYTE);
    }

    @Override
    public Vector<Byte> load(long at) {
      return ByteVector.fromMemorySegment(Lanes.BYTE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public Vector<Byte> broadcast(long at) {
      return ByteVector.broadcast(Lanes.BYTE, (byte) get(at));
    }

    @Override
    public Vector<Byte> all(double number) {
      return ByteVector.broadcast(Lanes.BYTE, (byte) number);
    }

    @Override
    public long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    public void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_BYTE, at, (byte) number);
    }
  }

  static sealed class OfShort extends WholeElement<Short> {
    OfShort() {
      super(Lanes.SHORT);
    }

    @Override
    public Vector<Short> load(long at) {
      return ShortVector.fromMemorySegment(Lanes.SHORT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public Vector<Short> broadcast(long at) {
      return ShortVector.broadcast(Lanes.SHORT, (short) get(at));
    }

    @Override
    public Vector<Short> all(double number) {
      return ShortVector.broadcast(Lanes.SHORT, (short) number);
    }

    @Override
    public long get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at);
    }

    @Override
    public void set(long at, long number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, (short) number);
    }
  }

  static final class OfUnsignedByte extends OfByte {
    @Override
    public long get(long at) {
      return super.get(at) & 0xFF;
    }
  }

  static final class OfUnsignedShort extends OfShort {
    @Override
    public long get(long at) {
      return super.get(at) & 0xFFFF;
    }
  }

  static final class OfUnsignedInt extends OfInt {
    @Override
    public long get(long at) {
      return super.get(at) & 0xFFFF_FFFFL;
    }
  }
}

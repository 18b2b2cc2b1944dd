package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A type of elements as a loop sees it: how vectors and single elements of it come from memory and
 * go there. Addresses are those of {@link RawMemory}.
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

  /**
   * A vector of neighbouring elements. Each type has its own, since the species must be a constant
   * for C2: a field of this class is none.
   */
  abstract Vector<T> load(long at);

  /** A vector with one element in all lanes. */
  abstract Vector<T> broadcast(long at);

  /** A vector with one number in all lanes. */
  abstract Vector<T> all(double number);

  /** A number as it is after a step of arithmetic in this type. */
  double round(double number) {
    return number;
  }

  /** Sets one element from another. */
  abstract void apply(Scalars.Unary function, long in, long out);

  /** Sets one element from two others. */
  abstract void apply(Scalars.Binary function, long x, long y, long out);

  /** Compares two elements. */
  abstract boolean test(Scalars.Test test, long x, long y);

  private static final class OfFloat extends Element<Float> {
    private static final ValueLayout.OfFloat LAYOUT = ValueLayout.JAVA_FLOAT;

    OfFloat() {
      super(Lanes.FLOAT);
    }

    @Override
    Vector<Float> load(long at) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Float> broadcast(long at) {
      return FloatVector.broadcast(Lanes.FLOAT, get(at));
    }

    @Override
    double round(double number) {
      return (float) number;
    }

    @Override
    Vector<Float> all(double number) {
      return FloatVector.broadcast(Lanes.FLOAT, (float) number);
    }

    @Override
    void apply(Scalars.Unary function, long in, long out) {
      RawMemory.ALL.set(LAYOUT, out, (float) function.real().applyAsDouble(get(in)));
    }

    @Override
    void apply(Scalars.Binary function, long x, long y, long out) {
      RawMemory.ALL.set(LAYOUT, out, (float) function.real().applyAsDouble(get(x), get(y)));
    }

    @Override
    boolean test(Scalars.Test test, long x, long y) {
      return test.real().holds(get(x), get(y));
    }

    private static float get(long at) {
      return RawMemory.ALL.get(LAYOUT, at);
    }
  }

  private static final class OfDouble extends Element<Double> {
    private static final ValueLayout.OfDouble LAYOUT = ValueLayout.JAVA_DOUBLE;

    OfDouble() {
      super(Lanes.DOUBLE);
    }

    @Override
    Vector<Double> load(long at) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Double> broadcast(long at) {
      return DoubleVector.broadcast(Lanes.DOUBLE, get(at));
    }

    @Override
    Vector<Double> all(double number) {
      return DoubleVector.broadcast(Lanes.DOUBLE, number);
    }

    @Override
    void apply(Scalars.Unary function, long in, long out) {
      RawMemory.ALL.set(LAYOUT, out, function.real().applyAsDouble(get(in)));
    }

    @Override
    void apply(Scalars.Binary function, long x, long y, long out) {
      RawMemory.ALL.set(LAYOUT, out, function.real().applyAsDouble(get(x), get(y)));
    }

    @Override
    boolean test(Scalars.Test test, long x, long y) {
      return test.real().holds(get(x), get(y));
    }

    private static double get(long at) {
      return RawMemory.ALL.get(LAYOUT, at);
    }
  }

  private static final class OfInt extends Element<Integer> {
    private static final ValueLayout.OfInt LAYOUT = ValueLayout.JAVA_INT;

    OfInt() {
      super(Lanes.INT);
    }

    @Override
    Vector<Integer> load(long at) {
      return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Integer> broadcast(long at) {
      return IntVector.broadcast(Lanes.INT, get(at));
    }

    @Override
    Vector<Integer> all(double number) {
      return IntVector.broadcast(Lanes.INT, (int) number);
    }

    @Override
    void apply(Scalars.Unary function, long in, long out) {
      RawMemory.ALL.set(LAYOUT, out, (int) function.integer().applyAsLong(get(in)));
    }

    @Override
    void apply(Scalars.Binary function, long x, long y, long out) {
      RawMemory.ALL.set(LAYOUT, out, (int) function.integer().applyAsLong(get(x), get(y)));
    }

    @Override
    boolean test(Scalars.Test test, long x, long y) {
      return test.integer().holds(get(x), get(y));
    }

    private static int get(long at) {
      return RawMemory.ALL.get(LAYOUT, at);
    }
  }

  private static final class OfLong extends Element<Long> {
    private static final ValueLayout.OfLong LAYOUT = ValueLayout.JAVA_LONG;

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
    void apply(Scalars.Unary function, long in, long out) {
      RawMemory.ALL.set(LAYOUT, out, function.integer().applyAsLong(get(in)));
    }

    @Override
    void apply(Scalars.Binary function, long x, long y, long out) {
      RawMemory.ALL.set(LAYOUT, out, function.integer().applyAsLong(get(x), get(y)));
    }

    @Override
    boolean test(Scalars.Test test, long x, long y) {
      return test.integer().holds(get(x), get(y));
    }

    private static long get(long at) {
      return RawMemory.ALL.get(LAYOUT, at);
    }
  }
}

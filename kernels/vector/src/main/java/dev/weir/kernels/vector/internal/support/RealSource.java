package dev.weir.kernels.vector.internal.support;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Operands of a reduction, in the type they are computed in.
 *
 * @param <T> the box of the type of a lane
 */
public abstract sealed class RealSource<T> {
  /** Floats, computed with in double precision. */
  public static final RealSource<Double> FLOATS = new Floats();

  /** Floats as they are, for functions whose result is one of their operands. */
  public static final RealSource<Float> UNWIDENED_FLOATS = new UnwidenedFloats();

  public static final RealSource<Double> DOUBLES = new Doubles();

  /** The squares of floats, computed with in double precision. */
  public static final RealSource<Double> FLOAT_SQUARES = new FloatSquares();

  public static final RealSource<Double> DOUBLE_SQUARES = new DoubleSquares();

  /** The binary logarithm of the bytes of an element. */
  public abstract int shift();

  /** Lanes of a vector. */
  public abstract int lanes();

  /** As many elements as there are lanes. */
  public abstract Vector<T> load(long at);

  /** A vector with one number in all lanes. */
  public abstract Vector<T> all(double number);

  /** Copies all lanes to the start of an array. */
  public abstract void copy(Vector<T> vector, double[] to);

  public abstract double get(long at);

  /** Stores a vector, rounded. */
  public abstract void store(Vector<T> vector, long at);

  public abstract void set(long at, double number);

  private static sealed class Floats extends RealSource<Double> {
    private static final VectorSpecies<Float> HALF =
        VectorSpecies.of(float.class, VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 2));

    @Override
    public int shift() {
      return 2;
    }

    @Override
    public int lanes() {
      return Lanes.DOUBLES;
    }

    @Override
    public Vector<Double> all(double number) {
      return DoubleVector.broadcast(Lanes.DOUBLE, number);
    }

    @Override
    public void copy(Vector<Double> vector, double[] to) {
      ((DoubleVector) vector).intoArray(to, 0);
    }

    @Override
    public Vector<Double> load(long at) {
      return FloatVector.fromMemorySegment(HALF, RawMemory.ALL, at, Lanes.ORDER)
          .convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0);
    }

    @Override
    public double get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at);
    }

    @Override
    public void store(Vector<Double> vector, long at) {
      vector
          .convertShape(VectorOperators.D2F, HALF, 0)
          .intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    }
  }

  private static sealed class Doubles extends RealSource<Double> {
    @Override
    public int shift() {
      return 3;
    }

    @Override
    public int lanes() {
      return Lanes.DOUBLES;
    }

    @Override
    public Vector<Double> all(double number) {
      return DoubleVector.broadcast(Lanes.DOUBLE, number);
    }

    @Override
    public void copy(Vector<Double> vector, double[] to) {
      ((DoubleVector) vector).intoArray(to, 0);
    }

    @Override
    public Vector<Double> load(long at) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public double get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, at);
    }

    @Override
    public void store(Vector<Double> vector, long at) {
      vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, at, number);
    }
  }

  private static final class FloatSquares extends Floats {
    @Override
    public Vector<Double> load(long at) {
      Vector<Double> x = super.load(at);
      return x.mul(x);
    }

    @Override
    public double get(long at) {
      double x = super.get(at);
      return x * x;
    }
  }

  private static final class DoubleSquares extends Doubles {
    @Override
    public Vector<Double> load(long at) {
      Vector<Double> x = super.load(at);
      return x.mul(x);
    }

    @Override
    public double get(long at) {
      double x = super.get(at);
      return x * x;
    }
  }

  private static final class UnwidenedFloats extends RealSource<Float> {
    @Override
    public int shift() {
      return 2;
    }

    @Override
    public int lanes() {
      return Lanes.FLOATS;
    }

    @Override
    public Vector<Float> all(double number) {
      return FloatVector.broadcast(Lanes.FLOAT, (float) number);
    }

    @Override
    public void copy(Vector<Float> vector, double[] to) {
      ((DoubleVector) vector.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0)).intoArray(to, 0);
      ((DoubleVector) vector.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1))
          .intoArray(to, Lanes.DOUBLES);
    }

    @Override
    public Vector<Float> load(long at) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public double get(long at) {
      return FLOATS.get(at);
    }

    @Override
    public void store(Vector<Float> vector, long at) {
      vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public void set(long at, double number) {
      FLOATS.set(at, number);
    }
  }
}

package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.Float16;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Elements that are real numbers.
 *
 * @param <T> the box of the type they are computed with
 */
public abstract sealed class RealElement<T> extends Element<T> {
  private RealElement(VectorSpecies<T> species, int byteSize) {
    super(species, byteSize);
  }

  /** One element. */
  public abstract double get(long at);

  /** Sets one element, rounded. */
  public abstract void set(long at, double number);

  @Override
  public final Vector<T> broadcast(long at) {
    return all(get(at));
  }

  @Override
  public final void apply(ScalarFunctions.Unary function, long in, long out) {
    set(out, function.real().applyAsDouble(get(in)));
  }

  @Override
  public final void apply(ScalarFunctions.Binary function, long x, long y, long out) {
    set(out, function.real().applyAsDouble(get(x), get(y)));
  }

  @Override
  public final boolean test(ScalarFunctions.Test test, long x, long y) {
    return test.real().holds(get(x), get(y));
  }

  /** Elements computed in single precision. */
  private abstract static sealed class Single extends RealElement<Float> {
    Single(int byteSize) {
      super(Lanes.FLOAT, byteSize);
    }

    @Override
    public Vector<Float> all(double number) {
      return FloatVector.broadcast(Lanes.FLOAT, (float) number);
    }

    @Override
    public double round(double number) {
      return (float) number;
    }
  }

  static final class OfFloat extends Single {
    OfFloat() {
      super(Float.BYTES);
    }

    @Override
    public Vector<Float> load(long at) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public void store(Vector<Float> vector, long at) {
      vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    public double get(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at);
    }

    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    }
  }

  static sealed class OfBfloat16 extends Single {
    OfBfloat16() {
      super(Short.BYTES);
    }

    @Override
    public Vector<Float> load(long at) {
      return ShortFloats.fromBfloat16s(at);
    }

    @Override
    public void store(Vector<Float> vector, long at) {
      ShortFloats.toBfloat16s((FloatVector) vector, at);
    }

    @Override
    public double get(long at) {
      return Bfloat16.toFloat(RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at));
    }

    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Bfloat16.fromFloat((float) number));
    }
  }

  static sealed class OfHalf extends Single {
    OfHalf() {
      super(Short.BYTES);
    }

    @Override
    public boolean pairsInVectors() {
      return false;
    }

    @Override
    public Vector<Float> load(long at) {
      return ShortFloats.fromHalves(at);
    }

    @Override
    public void store(Vector<Float> vector, long at) {
      ShortFloats.toHalves((FloatVector) vector, at);
    }

    @Override
    public double get(long at) {
      return Float.float16ToFloat(RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at));
    }

    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Float.floatToFloat16((float) number));
    }
  }

  /** Single elements are rounded once, from double precision; not for vectors. */
  static final class OfExactBfloat16 extends OfBfloat16 {
    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Bfloat16.fromDouble(number));
    }
  }

  /** Single elements are rounded once, from double precision; not for vectors. */
  static final class OfExactHalf extends OfHalf {
    @Override
    public void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Float16.fromDouble(number));
    }
  }

  /** Elements computed in double precision. */
  private abstract static sealed class Wide extends RealElement<Double> {
    Wide(int byteSize) {
      super(Lanes.DOUBLE, byteSize);
    }

    abstract RealSource<Double> source();

    @Override
    public Vector<Double> all(double number) {
      return DoubleVector.broadcast(Lanes.DOUBLE, number);
    }

    @Override
    public double round(double number) {
      return number;
    }

    @Override
    public final Vector<Double> load(long at) {
      return source().load(at);
    }

    @Override
    public final void store(Vector<Double> vector, long at) {
      source().store(vector, at);
    }

    @Override
    public final double get(long at) {
      return source().get(at);
    }

    @Override
    public final void set(long at, double number) {
      source().set(at, number);
    }
  }

  static final class OfDouble extends Wide {
    OfDouble() {
      super(Double.BYTES);
    }

    @Override
    RealSource<Double> source() {
      return RealSource.DOUBLES;
    }
  }

  static final class OfWideFloat extends Wide {
    OfWideFloat() {
      super(Float.BYTES);
    }

    @Override
    RealSource<Double> source() {
      return RealSource.FLOATS;
    }
  }
}

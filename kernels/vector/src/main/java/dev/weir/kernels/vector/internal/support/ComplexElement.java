package dev.weir.kernels.vector.internal.support;

import jdk.incubator.vector.Vector;

/**
 * Complex numbers: pairs of a real and an imaginary part. Loops process them one by one; the lanes
 * of a vector are parts, not numbers.
 *
 * @param <T> the box of the type of a part
 */
public final class ComplexElement<T> extends Element<T> {
  private final RealElement<T> part;
  private final int partSize;

  ComplexElement(RealElement<T> part) {
    super(part.species(), 2 << part.shift());
    this.part = part;
    this.partSize = 1 << part.shift();
  }

  public double real(long at) {
    return part.get(at);
  }

  public double imaginary(long at) {
    return part.get(at + partSize);
  }

  /** Sets one element, rounded. */
  public void set(long at, double real, double imaginary) {
    part.set(at, real);
    part.set(at + partSize, imaginary);
  }

  @Override
  public boolean pairsInVectors() {
    return false;
  }

  @Override
  public Vector<T> load(long at) {
    return part.load(at);
  }

  @Override
  public void store(Vector<T> vector, long at) {
    part.store(vector, at);
  }

  @Override
  public Vector<T> broadcast(long at) {
    throw new UnsupportedOperationException("a complex number is two lanes");
  }

  @Override
  public Vector<T> all(double number) {
    return part.all(number);
  }

  @Override
  public double round(double number) {
    return part.round(number);
  }

  @Override
  public void apply(ScalarFunctions.Unary function, long in, long out) {
    function.complex().apply(real(in), imaginary(in), (a, b) -> set(out, a, b));
  }

  @Override
  public void apply(ScalarFunctions.Binary function, long x, long y, long out) {
    function
        .complex()
        .apply(real(x), imaginary(x), real(y), imaginary(y), (a, b) -> set(out, a, b));
  }

  @Override
  public boolean test(ScalarFunctions.Test test, long x, long y) {
    return test.complex().holds(real(x), imaginary(x), real(y), imaginary(y));
  }
}

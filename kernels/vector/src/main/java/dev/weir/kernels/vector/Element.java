package dev.weir.kernels.vector;

import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A type of elements as a loop sees it: how vectors and single elements of it come from memory and
 * go there. Addresses are those of {@link RawMemory}.
 *
 * @param <T> the box of the type they are computed with, which may be wider than that in memory
 */
abstract sealed class Element<T> permits RealElement, WholeElement {
  static final RealElement<Float> FLOAT = new RealElement.OfFloat();
  static final RealElement<Double> DOUBLE = new RealElement.OfDouble();

  /** Floats that are computed with in double precision. */
  static final RealElement<Double> WIDE_FLOAT = new RealElement.OfWideFloat();

  static final RealElement<Float> BFLOAT16 = new RealElement.OfBfloat16();
  static final RealElement<Float> HALF = new RealElement.OfHalf();
  static final WholeElement<Integer> INT = new WholeElement.OfInt();
  static final WholeElement<Long> LONG = new WholeElement.OfLong();

  /** Truth values, 0 or 1. */
  static final WholeElement<Byte> TRUTH = new WholeElement.OfByte();

  private final VectorSpecies<T> species;
  private final int shift;

  /**
   * @param byteSize the bytes of an element in memory
   */
  Element(VectorSpecies<T> species, int byteSize) {
    this.species = species;
    this.shift = Integer.numberOfTrailingZeros(byteSize);
  }

  final VectorSpecies<T> species() {
    return species;
  }

  /** The binary logarithm of the bytes of an element. */
  final int shift() {
    return shift;
  }

  /** The bytes in memory of a vector of elements. */
  final int step() {
    return species.length() << shift;
  }

  /** Whether elements are in memory what they are in vectors. */
  final boolean isPlain() {
    return species.elementSize() == Byte.SIZE << shift;
  }

  /**
   * Whether vectors of two operands and a result are not too much code for C2 to inline; else loops
   * over pairs go by single elements.
   */
  boolean pairsInVectors() {
    return true;
  }

  /**
   * A vector of neighboring elements. Each type has its own, since the species must be a constant
   * for C2: a field of this class is none.
   */
  abstract Vector<T> load(long at);

  /** Sets neighboring elements, rounded if they are narrower in memory. */
  abstract void store(Vector<T> vector, long at);

  /** A vector with one element in all lanes. */
  abstract Vector<T> broadcast(long at);

  /** A vector with one number in all lanes. */
  abstract Vector<T> all(double number);

  /** A number as it is after a step of arithmetic in the type that is computed with. */
  abstract double round(double number);

  /** Sets one element from another. */
  abstract void apply(Scalars.Unary function, long in, long out);

  /** Sets one element from two others. */
  abstract void apply(Scalars.Binary function, long x, long y, long out);

  /** Compares two elements. */
  abstract boolean test(Scalars.Test test, long x, long y);
}

package dev.weir.kernels.vector.internal.support;

import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * An element type as a loop sees it: how vectors and single elements are loaded and stored.
 * Addresses are those of {@link RawMemory}.
 *
 * @param <T> the box of the type they are computed with, which may be wider than that in memory
 */
public abstract sealed class Element<T> permits RealElement, WholeElement, ComplexElement {
  public static final RealElement<Float> FLOAT = new RealElement.OfFloat();
  public static final RealElement<Double> DOUBLE = new RealElement.OfDouble();

  /** Floats that are computed with in double precision. */
  public static final RealElement<Double> WIDE_FLOAT = new RealElement.OfWideFloat();

  public static final RealElement<Float> BFLOAT16 = new RealElement.OfBfloat16();
  public static final RealElement<Float> HALF = new RealElement.OfHalf();

  // As single elements these are rounded from double precision, as reference kernels do.
  public static final RealElement<Float> EXACT_BFLOAT16 = new RealElement.OfExactBfloat16();
  public static final RealElement<Float> EXACT_HALF = new RealElement.OfExactHalf();

  public static final WholeElement<Integer> INT = new WholeElement.OfInt();
  public static final WholeElement<Long> LONG = new WholeElement.OfLong();

  public static final WholeElement<Short> SHORT = new WholeElement.OfShort();
  public static final WholeElement<Byte> BYTE = new WholeElement.OfByte();

  // Unsigned integers differ as single elements, and in comparisons of vectors.
  public static final WholeElement<Byte> UNSIGNED_BYTE = new WholeElement.OfUnsignedByte();
  public static final WholeElement<Short> UNSIGNED_SHORT = new WholeElement.OfUnsignedShort();
  public static final WholeElement<Integer> UNSIGNED_INT = new WholeElement.OfUnsignedInt();

  /** Truth values, 0 or 1. */
  public static final WholeElement<Byte> TRUTH = BYTE;

  /** Pairs of floats and of doubles. */
  public static final ComplexElement<Float> COMPLEX_FLOAT = new ComplexElement<>(FLOAT);

  public static final ComplexElement<Double> COMPLEX_DOUBLE = new ComplexElement<>(DOUBLE);

  private final VectorSpecies<T> species;
  private final int shift;

  /**
   * @param byteSize the bytes of an element in memory
   */
  Element(VectorSpecies<T> species, int byteSize) {
    this.species = species;
    this.shift = Integer.numberOfTrailingZeros(byteSize);
  }

  public final VectorSpecies<T> species() {
    return species;
  }

  /** The binary logarithm of the bytes of an element. */
  public final int shift() {
    return shift;
  }

  /** The bytes in memory of a vector of elements. */
  public final int step() {
    return species.length() << shift;
  }

  /** Whether elements have the same representation in memory and in vectors. */
  public final boolean isPlain() {
    return species.elementSize() == Byte.SIZE << shift;
  }

  /**
   * Whether C2 inlines the code for vectors of two operands and a result; otherwise loops over
   * pairs process single elements.
   */
  public boolean pairsInVectors() {
    return true;
  }

  /**
   * A vector of neighboring elements. Each type has its own, since the species must be a constant
   * for C2, which a field of this class is not.
   */
  public abstract Vector<T> load(long at);

  /** Sets neighboring elements, rounded if they are narrower in memory. */
  public abstract void store(Vector<T> vector, long at);

  /** A vector with one element in all lanes. */
  public abstract Vector<T> broadcast(long at);

  /** A vector with one number in all lanes. */
  public abstract Vector<T> all(double number);

  /** A number as it is after a step of arithmetic in the type that is computed with. */
  public abstract double round(double number);

  /** Sets one element from another. */
  public abstract void apply(ScalarFunctions.Unary function, long in, long out);

  /** Sets one element from two others. */
  public abstract void apply(ScalarFunctions.Binary function, long x, long y, long out);

  /** Compares two elements. */
  public abstract boolean test(ScalarFunctions.Test test, long x, long y);
}

package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import jdk.incubator.vector.Vector;

/**
 * The element type of a matrix product: the steps that name it. All loops of a product are written
 * once in terms of these, and specialized for each type (see {@link Specialized}).
 *
 * <p>The types are equal in pairs but for the names of types; {@code TestGemmElements} checks it.
 *
 * <p>A panel is a heap array of elements. Addresses are those of {@link RawMemory}. Sums of single
 * elements are computed in the precision of the type.
 *
 * @param <T> the box of the type
 * @param <P> the panel, an array of the type
 */
abstract sealed class GemmElement<T, P>
    permits FloatGemmElement, DoubleGemmElement, WholeGemmElement {
  private final int bytes;

  GemmElement(int bytes) {
    this.bytes = bytes;
  }

  /** Bytes of an element. */
  final int bytes() {
    return bytes;
  }

  /** Elements of a vector. */
  final int lanes() {
    return Lanes.BYTES / bytes;
  }

  /** A panel of {@code size} zeros. */
  abstract P newPanel(int size);

  abstract int length(P panel);

  abstract Vector<T> zero();

  /** A vector of neighboring elements of a panel. */
  abstract Vector<T> load(P panel, int at);

  /** A vector of neighboring elements of memory. */
  abstract Vector<T> load(long at);

  /** A vector with one element of a panel in all lanes. */
  abstract Vector<T> broadcast(P panel, int at);

  abstract void store(Vector<T> vector, P panel, int at);

  /** Returns {@code a * b + c}, lane by lane. */
  Vector<T> multiplyAdd(Vector<T> a, Vector<T> b, Vector<T> c) {
    return Fma.multiplyAdd(a, b, c);
  }

  /** Sets {@code to[at]} to the element at {@code from}. */
  abstract void move(long from, P to, int at);

  /** Sets the element at {@code to} to {@code from[at]}. */
  abstract void move(P from, int at, long to);

  /** Copies {@code count} neighboring elements from memory. */
  abstract void copy(long from, P to, int at, int count);

  /** Copies {@code count} neighboring elements to memory. */
  abstract void copy(P from, int at, long to, int count);

  /** Sets the first {@code count} elements to zero. */
  abstract void clear(P panel, int count);

  /** Sets the element at {@code to}, or adds to it. */
  abstract void add(P from, int at, long to, boolean accumulate);

  /**
   * Sets the element at {@code to}, or adds to it, an inner product: the sum of a vector's lanes
   * (in order: {@code reduceLanes} may take any) and the products of the elements that did not fill
   * a vector.
   *
   * @param row address of the first such element
   * @param few holds their factors from {@code first} on
   */
  abstract void addInnerProduct(
      P lanes, int lanesAt, long row, P few, int first, int count, long to, boolean accumulate);

  /** Adds the element at an address, multiplied by {@code few[factor]}, to {@code sums[to]}. */
  abstract void addOne(P sums, int to, P few, int factor, long at);

  /** An element of a panel. */
  abstract double get(P panel, int at);

  /**
   * Adds four elements, {@code stride} bytes apart and multiplied by factors of this type, to
   * {@code sums[to]}.
   */
  abstract void addFour(
      P sums, int to, double f0, double f1, double f2, double f3, long at, long stride);
}

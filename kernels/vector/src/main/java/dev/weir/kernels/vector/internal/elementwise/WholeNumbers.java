package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Element;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Makes whole numbers of real ones. A record, for C2 takes the fields of records for constants.
 *
 * @param shift 2^23, or 2^52: below it, adding it leaves no fraction; above it there is none
 * @param <T> the box of the type of a lane
 */
record WholeNumbers<T>(Vector<T> zero, Vector<T> one, Vector<T> shift) {
  static <T> WholeNumbers<T> of(Element<T> element) {
    boolean isFloat = element.species().elementSize() == Float.SIZE;
    return new WholeNumbers<>(
        element.all(0), element.all(1), element.all(isFloat ? 0x1p23 : 0x1p52));
  }

  /** The nearest one, the even one of two. */
  Vector<T> nearest(Vector<T> x) {
    Vector<T> size = x.abs();
    Vector<T> whole = size.add(shift).sub(shift);
    whole = whole.blend(size, size.compare(VectorOperators.LT, shift).not());
    return whole.blend(whole.neg(), x.test(VectorOperators.IS_NEGATIVE));
  }

  /** The largest one that is not larger. */
  Vector<T> below(Vector<T> x) {
    Vector<T> whole = nearest(x);
    return whole.blend(whole.sub(one), whole.compare(VectorOperators.GT, x));
  }

  /** The smallest one that is not smaller. */
  Vector<T> above(Vector<T> x) {
    Vector<T> whole = nearest(x);
    Vector<T> next = whole.add(one);
    next = next.blend(next.neg(), next.compare(VectorOperators.EQ, zero)); // -0
    return whole.blend(next, whole.compare(VectorOperators.LT, x));
  }

  /** The one next to it in the direction of 0. */
  Vector<T> towardZero(Vector<T> x) {
    Vector<T> size = x.abs();
    Vector<T> whole = size.add(shift).sub(shift);
    whole = whole.blend(whole.sub(one), whole.compare(VectorOperators.GT, size));
    whole = whole.blend(size, size.compare(VectorOperators.LT, shift).not());
    return whole.blend(whole.neg(), x.test(VectorOperators.IS_NEGATIVE));
  }
}

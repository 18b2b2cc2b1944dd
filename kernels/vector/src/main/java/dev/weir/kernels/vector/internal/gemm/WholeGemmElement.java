package dev.weir.kernels.vector.internal.gemm;

import jdk.incubator.vector.Vector;

/**
 * Matrix products of integers, which wrap. They are always computed in blocks: the steps of
 * products with few rows are for real numbers only.
 *
 * @param <T> the box of the type
 * @param <P> the panel, an array of the type
 */
abstract sealed class WholeGemmElement<T, P> extends GemmElement<T, P>
    permits IntGemmElement, LongGemmElement {
  WholeGemmElement(int bytes) {
    super(bytes);
  }

  @Override
  final Vector<T> multiplyAdd(Vector<T> a, Vector<T> b, Vector<T> c) {
    return a.mul(b).add(c);
  }

  @Override
  final void addInnerProduct(
      P lanes, int lanesAt, long row, P few, int first, int count, long to, boolean accumulate) {
    throw unsupported();
  }

  @Override
  final void addOne(P sums, int to, P few, int factor, long at) {
    throw unsupported();
  }

  @Override
  final double get(P panel, int at) {
    throw unsupported();
  }

  @Override
  final void addFour(
      P sums, int to, double f0, double f1, double f2, double f3, long at, long stride) {
    throw unsupported();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("integers are multiplied in blocks");
  }
}

package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;

/**
 * The template behind {@link InnerProductLoop}. Four rows meet two vectors at a time, or every
 * other element of a single one: 8 sums in registers.
 */
final class InnerProductLoopTemplate implements InnerProductLoop<Object> {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final GemmElement<Object, Object> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), GemmElement.class);

  private static final int BYTES = ELEMENT.bytes();
  private static final int V = ELEMENT.lanes();
  private static final int ROWS = 4;
  private static final int VECTORS = 2;

  @Override
  public void compute(
      GemmMatrix tall,
      int firstRow,
      int lastRow,
      int inner,
      int depth,
      Object few,
      int count,
      GemmMatrix out) {
    Object lanes = ELEMENT.newPanel(ROWS * VECTORS * V);
    boolean accumulate = inner > 0;
    long step = tall.stride() * BYTES;
    int whole = depth - depth % V;
    for (int t = firstRow; t < lastRow; t += ROWS) {
      int rows = Math.min(ROWS, lastRow - t);
      long at = tall.index(t, inner) * BYTES;
      for (int f = 0; f < count; f += VECTORS) {
        int vectors = Math.min(VECTORS, count - f);
        if (vectors == 1) {
          multiplyOne(at, step, rows, whole, few, f * depth, lanes);
        } else {
          multiply(at, step, rows, whole, few, f * depth, depth, lanes);
        }
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < vectors; j++) {
            ELEMENT.addInnerProduct(
                lanes,
                (i * VECTORS + j) * V,
                at + i * step + (long) whole * BYTES,
                few,
                (f + j) * depth + whole,
                depth - whole,
                out.index(t + i, f + j) * BYTES,
                accumulate);
          }
        }
      }
    }
  }

  /** With two vectors; missing rows are replaced by the last one. */
  private static void multiply(
      long at, long stride, int rows, int length, Object few, int first, int depth, Object lanes) {
    long row0 = at;
    long row1 = rows > 1 ? row0 + stride : row0;
    long row2 = rows > 2 ? row1 + stride : row1;
    long row3 = rows > 3 ? row2 + stride : row2;
    int second = first + depth;
    Vector<Object> s00 = ELEMENT.zero();
    Vector<Object> s01 = ELEMENT.zero();
    Vector<Object> s10 = ELEMENT.zero();
    Vector<Object> s11 = ELEMENT.zero();
    Vector<Object> s20 = ELEMENT.zero();
    Vector<Object> s21 = ELEMENT.zero();
    Vector<Object> s30 = ELEMENT.zero();
    Vector<Object> s31 = ELEMENT.zero();
    for (int p = 0; p < length; p += V) {
      long step = (long) p * BYTES;
      Vector<Object> f0 = ELEMENT.load(few, first + p);
      Vector<Object> f1 = ELEMENT.load(few, second + p);
      Vector<Object> t = ELEMENT.load(row0 + step);
      s00 = Fma.multiplyAdd(t, f0, s00);
      s01 = Fma.multiplyAdd(t, f1, s01);
      t = ELEMENT.load(row1 + step);
      s10 = Fma.multiplyAdd(t, f0, s10);
      s11 = Fma.multiplyAdd(t, f1, s11);
      t = ELEMENT.load(row2 + step);
      s20 = Fma.multiplyAdd(t, f0, s20);
      s21 = Fma.multiplyAdd(t, f1, s21);
      t = ELEMENT.load(row3 + step);
      s30 = Fma.multiplyAdd(t, f0, s30);
      s31 = Fma.multiplyAdd(t, f1, s31);
    }
    ELEMENT.store(s00, lanes, 0);
    ELEMENT.store(s01, lanes, V);
    ELEMENT.store(s10, lanes, 2 * V);
    ELEMENT.store(s11, lanes, 3 * V);
    ELEMENT.store(s20, lanes, 4 * V);
    ELEMENT.store(s21, lanes, 5 * V);
    ELEMENT.store(s30, lanes, 6 * V);
    ELEMENT.store(s31, lanes, 7 * V);
  }

  /**
   * With one vector, whose sums are where those with the first of two would be. Neighboring
   * elements have sums of their own, which hides the latency of an addition.
   */
  private static void multiplyOne(
      long at, long stride, int rows, int length, Object few, int first, Object lanes) {
    long row0 = at;
    long row1 = rows > 1 ? row0 + stride : row0;
    long row2 = rows > 2 ? row1 + stride : row1;
    long row3 = rows > 3 ? row2 + stride : row2;
    Vector<Object> s00 = ELEMENT.zero();
    Vector<Object> s01 = s00;
    Vector<Object> s10 = s00;
    Vector<Object> s11 = s00;
    Vector<Object> s20 = s00;
    Vector<Object> s21 = s00;
    Vector<Object> s30 = s00;
    Vector<Object> s31 = s00;
    int p = 0;
    for (; p <= length - 2 * V; p += 2 * V) {
      long step = (long) p * BYTES;
      Vector<Object> f = ELEMENT.load(few, first + p);
      s00 = Fma.multiplyAdd(ELEMENT.load(row0 + step), f, s00);
      s10 = Fma.multiplyAdd(ELEMENT.load(row1 + step), f, s10);
      s20 = Fma.multiplyAdd(ELEMENT.load(row2 + step), f, s20);
      s30 = Fma.multiplyAdd(ELEMENT.load(row3 + step), f, s30);
      step += (long) V * BYTES;
      f = ELEMENT.load(few, first + p + V);
      s01 = Fma.multiplyAdd(ELEMENT.load(row0 + step), f, s01);
      s11 = Fma.multiplyAdd(ELEMENT.load(row1 + step), f, s11);
      s21 = Fma.multiplyAdd(ELEMENT.load(row2 + step), f, s21);
      s31 = Fma.multiplyAdd(ELEMENT.load(row3 + step), f, s31);
    }
    ELEMENT.store(s00.add(s01), lanes, 0);
    ELEMENT.store(s10.add(s11), lanes, 2 * V);
    ELEMENT.store(s20.add(s21), lanes, 4 * V);
    ELEMENT.store(s30.add(s31), lanes, 6 * V);
    if (p < length) { // from the array again: a vector with two sources would be an object
      long step = (long) p * BYTES;
      addLast(row0 + step, few, first + p, lanes, 0);
      addLast(row1 + step, few, first + p, lanes, 2 * V);
      addLast(row2 + step, few, first + p, lanes, 4 * V);
      addLast(row3 + step, few, first + p, lanes, 6 * V);
    }
  }

  private static void addLast(long at, Object few, int first, Object lanes, int to) {
    Vector<Object> f = ELEMENT.load(few, first);
    Vector<Object> sum = ELEMENT.load(lanes, to);
    ELEMENT.store(Fma.multiplyAdd(ELEMENT.load(at), f, sum), lanes, to);
  }
}

package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;

/**
 * The element type of a matrix product: the steps that name it. All loops of a product are written
 * once in terms of these, and specialized for each type (see {@link Specialized}).
 *
 * <p>A panel is a heap array of elements. Addresses are those of {@link RawMemory}. Sums of single
 * elements are computed in the precision of the type.
 *
 * @param <T> the box of the type
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
abstract sealed class GemmElement<T, P> {
  static final GemmElement<Float, float[]> FLOAT = new OfFloat();
  static final GemmElement<Double, double[]> DOUBLE = new OfDouble();

  private final int bytes;

  private GemmElement(int bytes) {
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

  /** Adds {@code count} elements of a row, multiplied by {@code few[factor]}, to a running sum. */
  abstract void addRow(P sums, int to, int count, P few, int factor, long row);

  /**
   * Adds {@code count} elements of four rows, multiplied by four factors, to a running sum.
   *
   * @param factors of the first of the factors
   * @param row address of the first row
   * @param stride bytes from one row to the next
   */
  abstract void addFourRows(P sums, int to, int count, P few, int factors, long row, long stride);

  private static final class OfFloat extends GemmElement<Float, float[]> {
    private static final ValueLayout.OfFloat LAYOUT = ValueLayout.JAVA_FLOAT;

    OfFloat() {
      super(Float.BYTES);
    }

    @Override
    float[] newPanel(int size) {
      return new float[size];
    }

    @Override
    int length(float[] panel) {
      return panel.length;
    }

    @Override
    Vector<Float> zero() {
      return FloatVector.zero(Lanes.FLOAT);
    }

    @Override
    Vector<Float> load(float[] panel, int at) {
      return FloatVector.fromArray(Lanes.FLOAT, panel, at);
    }

    @Override
    Vector<Float> load(long at) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Float> broadcast(float[] panel, int at) {
      return FloatVector.broadcast(Lanes.FLOAT, panel[at]);
    }

    @Override
    void store(Vector<Float> vector, float[] panel, int at) {
      ((FloatVector) vector).intoArray(panel, at);
    }

    @Override
    void move(long from, float[] to, int at) {
      to[at] = RawMemory.ALL.get(LAYOUT, from);
    }

    @Override
    void move(float[] from, int at, long to) {
      RawMemory.ALL.set(LAYOUT, to, from[at]);
    }

    @Override
    void copy(long from, float[] to, int at, int count) {
      MemorySegment.copy(RawMemory.ALL, LAYOUT, from, to, at, count);
    }

    @Override
    void copy(float[] from, int at, long to, int count) {
      MemorySegment.copy(from, at, RawMemory.ALL, LAYOUT, to, count);
    }

    @Override
    void clear(float[] panel, int count) {
      Arrays.fill(panel, 0, count, 0);
    }

    @Override
    void add(float[] from, int at, long to, boolean accumulate) {
      add(from[at], to, accumulate);
    }

    private static void add(float sum, long to, boolean accumulate) {
      float before = accumulate ? RawMemory.ALL.get(LAYOUT, to) : 0;
      RawMemory.ALL.set(LAYOUT, to, before + sum);
    }

    @Override
    void addInnerProduct(
        float[] lanes,
        int lanesAt,
        long row,
        float[] few,
        int first,
        int count,
        long to,
        boolean accumulate) {
      float sum = 0;
      for (int lane = 0; lane < Lanes.FLOATS; lane++) {
        sum += lanes[lanesAt + lane];
      }
      float rest = 0;
      for (int p = 0; p < count; p++) {
        rest += RawMemory.ALL.get(LAYOUT, row + (long) p * Float.BYTES) * few[first + p];
      }
      add(sum + rest, to, accumulate);
    }

    @Override
    void addRow(float[] sums, int to, int count, float[] few, int factor, long row) {
      float f = few[factor];
      for (int t = 0; t < count; t++) {
        sums[to + t] += f * RawMemory.ALL.get(LAYOUT, row + (long) t * Float.BYTES);
      }
    }

    @Override
    void addFourRows(
        float[] sums, int to, int count, float[] few, int factors, long row, long stride) {
      float f0 = few[factors];
      float f1 = few[factors + 1];
      float f2 = few[factors + 2];
      float f3 = few[factors + 3];
      for (int t = 0; t < count; t++) {
        long at = row + (long) t * Float.BYTES;
        sums[to + t] +=
            f0 * RawMemory.ALL.get(LAYOUT, at)
                + f1 * RawMemory.ALL.get(LAYOUT, at + stride)
                + f2 * RawMemory.ALL.get(LAYOUT, at + 2 * stride)
                + f3 * RawMemory.ALL.get(LAYOUT, at + 3 * stride);
      }
    }
  }

  private static final class OfDouble extends GemmElement<Double, double[]> {
    private static final ValueLayout.OfDouble LAYOUT = ValueLayout.JAVA_DOUBLE;

    OfDouble() {
      super(Double.BYTES);
    }

    @Override
    double[] newPanel(int size) {
      return new double[size];
    }

    @Override
    int length(double[] panel) {
      return panel.length;
    }

    @Override
    Vector<Double> zero() {
      return DoubleVector.zero(Lanes.DOUBLE);
    }

    @Override
    Vector<Double> load(double[] panel, int at) {
      return DoubleVector.fromArray(Lanes.DOUBLE, panel, at);
    }

    @Override
    Vector<Double> load(long at) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Double> broadcast(double[] panel, int at) {
      return DoubleVector.broadcast(Lanes.DOUBLE, panel[at]);
    }

    @Override
    void store(Vector<Double> vector, double[] panel, int at) {
      ((DoubleVector) vector).intoArray(panel, at);
    }

    @Override
    void move(long from, double[] to, int at) {
      to[at] = RawMemory.ALL.get(LAYOUT, from);
    }

    @Override
    void move(double[] from, int at, long to) {
      RawMemory.ALL.set(LAYOUT, to, from[at]);
    }

    @Override
    void copy(long from, double[] to, int at, int count) {
      MemorySegment.copy(RawMemory.ALL, LAYOUT, from, to, at, count);
    }

    @Override
    void copy(double[] from, int at, long to, int count) {
      MemorySegment.copy(from, at, RawMemory.ALL, LAYOUT, to, count);
    }

    @Override
    void clear(double[] panel, int count) {
      Arrays.fill(panel, 0, count, 0);
    }

    @Override
    void add(double[] from, int at, long to, boolean accumulate) {
      add(from[at], to, accumulate);
    }

    private static void add(double sum, long to, boolean accumulate) {
      double before = accumulate ? RawMemory.ALL.get(LAYOUT, to) : 0;
      RawMemory.ALL.set(LAYOUT, to, before + sum);
    }

    @Override
    void addInnerProduct(
        double[] lanes,
        int lanesAt,
        long row,
        double[] few,
        int first,
        int count,
        long to,
        boolean accumulate) {
      double sum = 0;
      for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
        sum += lanes[lanesAt + lane];
      }
      double rest = 0;
      for (int p = 0; p < count; p++) {
        rest += RawMemory.ALL.get(LAYOUT, row + (long) p * Double.BYTES) * few[first + p];
      }
      add(sum + rest, to, accumulate);
    }

    @Override
    void addRow(double[] sums, int to, int count, double[] few, int factor, long row) {
      double f = few[factor];
      for (int t = 0; t < count; t++) {
        sums[to + t] += f * RawMemory.ALL.get(LAYOUT, row + (long) t * Double.BYTES);
      }
    }

    @Override
    void addFourRows(
        double[] sums, int to, int count, double[] few, int factors, long row, long stride) {
      double f0 = few[factors];
      double f1 = few[factors + 1];
      double f2 = few[factors + 2];
      double f3 = few[factors + 3];
      for (int t = 0; t < count; t++) {
        long at = row + (long) t * Double.BYTES;
        sums[to + t] +=
            f0 * RawMemory.ALL.get(LAYOUT, at)
                + f1 * RawMemory.ALL.get(LAYOUT, at + stride)
                + f2 * RawMemory.ALL.get(LAYOUT, at + 2 * stride)
                + f3 * RawMemory.ALL.get(LAYOUT, at + 3 * stride);
      }
    }
  }
}

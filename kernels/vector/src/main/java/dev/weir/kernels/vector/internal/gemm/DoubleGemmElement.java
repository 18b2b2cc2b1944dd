package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;

/** Matrix products of doubles. */
final class DoubleGemmElement extends GemmElement<Double, double[]> {
  private static final ValueLayout.OfDouble LAYOUT = ValueLayout.JAVA_DOUBLE;

  DoubleGemmElement() {
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
  void addOne(double[] sums, int to, double[] few, int factor, long at) {
    sums[to] += few[factor] * RawMemory.ALL.get(LAYOUT, at);
  }

  @Override
  double get(double[] panel, int at) {
    return panel[at];
  }

  @Override
  void addFour(
      double[] sums, int to, double f0, double f1, double f2, double f3, long at, long stride) {
    sums[to] +=
        f0 * RawMemory.ALL.get(LAYOUT, at)
            + f1 * RawMemory.ALL.get(LAYOUT, at + stride)
            + f2 * RawMemory.ALL.get(LAYOUT, at + 2 * stride)
            + f3 * RawMemory.ALL.get(LAYOUT, at + 3 * stride);
  }
}

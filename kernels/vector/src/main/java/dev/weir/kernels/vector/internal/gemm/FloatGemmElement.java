package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;

/** Matrix products of floats. */
final class FloatGemmElement extends GemmElement<Float, float[]> {
  private static final ValueLayout.OfFloat LAYOUT = ValueLayout.JAVA_FLOAT;

  FloatGemmElement() {
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
  void addOne(float[] sums, int to, float[] few, int factor, long at) {
    sums[to] += few[factor] * RawMemory.ALL.get(LAYOUT, at);
  }

  @Override
  double get(float[] panel, int at) {
    return panel[at];
  }

  @Override
  void addFour(
      float[] sums, int to, double f0, double f1, double f2, double f3, long at, long stride) {
    sums[to] +=
        (float) f0 * RawMemory.ALL.get(LAYOUT, at)
            + (float) f1 * RawMemory.ALL.get(LAYOUT, at + stride)
            + (float) f2 * RawMemory.ALL.get(LAYOUT, at + 2 * stride)
            + (float) f3 * RawMemory.ALL.get(LAYOUT, at + 3 * stride);
  }
}

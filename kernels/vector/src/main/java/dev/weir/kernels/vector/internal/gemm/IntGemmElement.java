package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.Vector;

/** Matrix products of ints. */
final class IntGemmElement extends WholeGemmElement<Integer, int[]> {
  private static final ValueLayout.OfInt LAYOUT = ValueLayout.JAVA_INT;

  IntGemmElement() {
    super(Integer.BYTES);
  }

  @Override
  int[] newPanel(int size) {
    return new int[size];
  }

  @Override
  int length(int[] panel) {
    return panel.length;
  }

  @Override
  Vector<Integer> zero() {
    return IntVector.zero(Lanes.INT);
  }

  @Override
  Vector<Integer> load(int[] panel, int at) {
    return IntVector.fromArray(Lanes.INT, panel, at);
  }

  @Override
  Vector<Integer> load(long at) {
    return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
  }

  @Override
  Vector<Integer> broadcast(int[] panel, int at) {
    return IntVector.broadcast(Lanes.INT, panel[at]);
  }

  @Override
  void store(Vector<Integer> vector, int[] panel, int at) {
    ((IntVector) vector).intoArray(panel, at);
  }

  @Override
  void move(long from, int[] to, int at) {
    to[at] = RawMemory.ALL.get(LAYOUT, from);
  }

  @Override
  void move(int[] from, int at, long to) {
    RawMemory.ALL.set(LAYOUT, to, from[at]);
  }

  @Override
  void copy(long from, int[] to, int at, int count) {
    MemorySegment.copy(RawMemory.ALL, LAYOUT, from, to, at, count);
  }

  @Override
  void copy(int[] from, int at, long to, int count) {
    MemorySegment.copy(from, at, RawMemory.ALL, LAYOUT, to, count);
  }

  @Override
  void clear(int[] panel, int count) {
    Arrays.fill(panel, 0, count, 0);
  }

  @Override
  void add(int[] from, int at, long to, boolean accumulate) {
    add(from[at], to, accumulate);
  }

  private static void add(int sum, long to, boolean accumulate) {
    int before = accumulate ? RawMemory.ALL.get(LAYOUT, to) : 0;
    RawMemory.ALL.set(LAYOUT, to, before + sum);
  }
}

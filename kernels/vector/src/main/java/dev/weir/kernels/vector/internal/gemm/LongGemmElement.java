package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;

/** Matrix products of longs. */
final class LongGemmElement extends WholeGemmElement<Long, long[]> {
  private static final ValueLayout.OfLong LAYOUT = ValueLayout.JAVA_LONG;

  LongGemmElement() {
    super(Long.BYTES);
  }

  @Override
  long[] newPanel(int size) {
    return new long[size];
  }

  @Override
  int length(long[] panel) {
    return panel.length;
  }

  @Override
  Vector<Long> zero() {
    return LongVector.zero(Lanes.LONG);
  }

  @Override
  Vector<Long> load(long[] panel, int at) {
    return LongVector.fromArray(Lanes.LONG, panel, at);
  }

  @Override
  Vector<Long> load(long at) {
    return LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, at, Lanes.ORDER);
  }

  @Override
  Vector<Long> broadcast(long[] panel, int at) {
    return LongVector.broadcast(Lanes.LONG, panel[at]);
  }

  @Override
  void store(Vector<Long> vector, long[] panel, int at) {
    ((LongVector) vector).intoArray(panel, at);
  }

  @Override
  void move(long from, long[] to, int at) {
    to[at] = RawMemory.ALL.get(LAYOUT, from);
  }

  @Override
  void move(long[] from, int at, long to) {
    RawMemory.ALL.set(LAYOUT, to, from[at]);
  }

  @Override
  void copy(long from, long[] to, int at, int count) {
    MemorySegment.copy(RawMemory.ALL, LAYOUT, from, to, at, count);
  }

  @Override
  void copy(long[] from, int at, long to, int count) {
    MemorySegment.copy(from, at, RawMemory.ALL, LAYOUT, to, count);
  }

  @Override
  void clear(long[] panel, int count) {
    Arrays.fill(panel, 0, count, 0);
  }

  @Override
  void add(long[] from, int at, long to, boolean accumulate) {
    add(from[at], to, accumulate);
  }

  private static void add(long sum, long to, boolean accumulate) {
    long before = accumulate ? RawMemory.ALL.get(LAYOUT, to) : 0;
    RawMemory.ALL.set(LAYOUT, to, before + sum);
  }
}

package dev.weir.kernels.vector.internal.support;

import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;

/** Access to the elements of a row of floats in {@link RawMemory}, by address and index. */
public final class FloatRow {
  private FloatRow() {}

  /** The vector of neighboring elements from index {@code i} on. */
  public static FloatVector load(long at, int i) {
    return FloatVector.fromMemorySegment(
        Lanes.FLOAT, RawMemory.ALL, at + (long) i * Float.BYTES, Lanes.ORDER);
  }

  /** Sets neighboring elements from index {@code i} on. */
  public static void store(FloatVector vector, long at, int i) {
    vector.intoMemorySegment(RawMemory.ALL, at + (long) i * Float.BYTES, Lanes.ORDER);
  }

  /** Element {@code i}. */
  public static float get(long at, int i) {
    return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at + (long) i * Float.BYTES);
  }

  /** Sets element {@code i}. */
  public static void set(long at, int i, float number) {
    RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at + (long) i * Float.BYTES, number);
  }
}

package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** The template behind {@link ElementRows}. */
final class ElementRowsTemplate implements ElementRows {
  private static final MemoryElement ELEMENT =
      Specialized.operation(MethodHandles.lookup(), MemoryElement.class);

  private static final int SHIFT = ELEMENT.shift();
  private static final boolean IS_FLOAT = ELEMENT.dtype() == DType.FLOAT32;
  private static final boolean IS_DOUBLE = ELEMENT.dtype() == DType.FLOAT64;

  @Override
  public int shift() {
    return SHIFT;
  }

  @Override
  public void load(long at, double[] to, int from, int count) {
    if (IS_DOUBLE) {
      MemorySegment.copy(RawMemory.ALL, ValueLayout.JAVA_DOUBLE, at, to, from, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      to[from + i] = ELEMENT.real(at + ((long) i << SHIFT));
    }
  }

  @Override
  public void load(long at, float[] to, int from, int count) {
    if (IS_FLOAT) {
      MemorySegment.copy(RawMemory.ALL, ValueLayout.JAVA_FLOAT, at, to, from, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      to[from + i] = (float) ELEMENT.real(at + ((long) i << SHIFT));
    }
  }

  @Override
  public void store(double[] numbers, int from, int count, long at) {
    if (IS_DOUBLE) {
      MemorySegment.copy(numbers, from, RawMemory.ALL, ValueLayout.JAVA_DOUBLE, at, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      ELEMENT.setReal(at + ((long) i << SHIFT), numbers[from + i]);
    }
  }
}

package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WholeElement;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** Counts the bits of integers that are 1; the counts are bytes. The template of a loop. */
final class PopulationCountLoop implements UnaryLoop {
  private static final WholeElement<?> ELEMENT =
      Specialized.operation(MethodHandles.lookup(), WholeElement.class);

  private static final int SHIFT = ELEMENT.shift();
  private static final long MASK = -1L >>> (Long.SIZE - (Byte.SIZE << SHIFT));

  @Override
  public void run(long in, long out, long count) {
    for (long i = 0; i < count; i++) {
      long bits = ELEMENT.get(in + (i << SHIFT)) & MASK;
      RawMemory.ALL.set(ValueLayout.JAVA_BYTE, out + i, (byte) Long.bitCount(bits));
    }
  }
}

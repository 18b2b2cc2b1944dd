package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A function of elements of two bytes, whatever their type: there are 65536 of them, so that after
 * some millions of elements a table of all results pays.
 */
final class TabulatedLoop implements UnaryLoop {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final int VALUES = 1 << Short.SIZE;

  /** Elements computed one by one before the table is made. */
  private static final long THRESHOLD = 8 * VALUES;

  private final UnaryLoop function;
  private final AtomicBoolean isBegun = new AtomicBoolean();
  private long seen; // by any thread; a lost update does no harm
  private volatile short @Nullable [] table;

  TabulatedLoop(UnaryLoop function) {
    this.function = function;
  }

  @Override
  public void run(long in, long out, long count) {
    short[] results = table;
    if (results == null && see(count)) {
      results = tabulate();
      table = results;
    }
    if (results == null) {
      function.run(in, out, count);
    } else {
      lookUp(results, in, out, count);
    }
  }

  /** Whether the caller is the one to make the table. */
  private boolean see(long count) {
    seen += count;
    return seen >= THRESHOLD && isBegun.compareAndSet(false, true);
  }

  private short[] tabulate() {
    short[] results = new short[VALUES];
    try (Arena arena = Arena.ofConfined()) {
      long scratch = arena.allocate(SHORT, VALUES).address();
      for (int i = 0; i < VALUES; i++) {
        RawMemory.ALL.set(SHORT, scratch + (long) i * Short.BYTES, (short) i);
      }
      function.run(scratch, scratch, VALUES);
      for (int i = 0; i < VALUES; i++) {
        results[i] = RawMemory.ALL.get(SHORT, scratch + (long) i * Short.BYTES);
      }
    }
    return results;
  }

  private static void lookUp(short[] results, long in, long out, long count) {
    for (long i = 0; i < count; i++) {
      int bits = Short.toUnsignedInt(RawMemory.ALL.get(SHORT, in + i * Short.BYTES));
      RawMemory.ALL.set(SHORT, out + i * Short.BYTES, results[bits]);
    }
  }
}

package dev.weir.cli.cluster;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * How far the wall clock of a process is shifted. A file in memory that the process and its test
 * share: the test sets the shift, the process counts how often it has read its clock.
 */
final class ClockShift {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int MILLIS = 0;
  private static final int READS = Long.BYTES;

  private final ByteBuffer shared;

  ClockShift(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Long.BYTES);
    }
  }

  /** Sets the shift, and begins to count reads anew. */
  void set(Duration shift) {
    LONGS.setVolatile(shared, MILLIS, shift.toMillis());
    LONGS.setVolatile(shared, READS, 0L);
  }

  /** The shift in milliseconds, for a read of the clock that counts. */
  long millis() {
    LONGS.getAndAdd(shared, READS, 1L);
    return (long) LONGS.getVolatile(shared, MILLIS);
  }

  /** How often the process has read its wall clock since the shift was set. */
  long reads() {
    return (long) LONGS.getVolatile(shared, READS);
  }
}

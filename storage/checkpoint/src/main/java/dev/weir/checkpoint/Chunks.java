package dev.weir.checkpoint;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.records.Crc32c;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Moves many bytes in pieces, on several cores, and computes their checksum on the way. */
final class Chunks {
  static final int BYTES = 1 << 20;

  private static final int SHIFT_BY_CHUNK = Crc32c.shiftBy(BYTES);

  private Chunks() {}

  /** Moves a piece and gives its checksum. */
  @FunctionalInterface
  interface Mover {
    int move(long position, int bytes) throws IOException;
  }

  /** Moves {@code [0, bytes)} in pieces; returns the checksum of the whole, not masked. */
  static int move(long bytes, ParallelFor parallel, Mover mover) throws IOException {
    if (bytes <= BYTES) {
      return mover.move(0, (int) bytes);
    }
    int chunks = Math.toIntExact((bytes + BYTES - 1) / BYTES);
    int last = (int) (bytes - (long) (chunks - 1) * BYTES);
    int[] checksums = new int[chunks];
    try {
      parallel.forRange(
          chunks,
          1,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              checksums[(int) i] = moveOne(mover, i * BYTES, i == chunks - 1 ? last : BYTES);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    int checksum = checksums[0];
    for (int i = 1; i < chunks - 1; i++) {
      checksum = Crc32c.combine(checksum, checksums[i], SHIFT_BY_CHUNK);
    }
    return Crc32c.combine(checksum, checksums[chunks - 1], Crc32c.shiftBy(last));
  }

  private static int moveOne(Mover mover, long position, int bytes) {
    try {
      return mover.move(position, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

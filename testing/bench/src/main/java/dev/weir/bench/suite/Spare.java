package dev.weir.bench.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is written and deleted, for memory that was just used and is free: the next contender
 * gets that, and not some that the system must ask its host for.
 */
final class Spare {
  private static final int PIECE = 1 << 20;

  private final Path file;
  private final long bytes;

  Spare(Path file, long bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  void free() {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    try {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        for (long written = 0; written < bytes; ) {
          written += channel.write(piece.clear());
        }
      }
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

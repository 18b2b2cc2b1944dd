package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.ParallelFor;
import dev.weir.records.Crc32c;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads what an entry points to, and checks it. */
final class EntryReader {
  private final String name;
  private final BundleEntry entry;
  private final DataFile file;
  private final ParallelFor parallel;

  EntryReader(String name, BundleEntry entry, DataFile file, ParallelFor parallel) {
    this.name = name;
    this.entry = entry;
    this.file = file;
    this.parallel = parallel;
  }

  /** Takes pieces of a tensor's bytes, in any order and from several threads. */
  @FunctionalInterface
  interface Sink {
    void take(ByteBuffer bytes, long position);
  }

  /** Refuses an entry whose bytes are not those of a tensor of its shape, or not all there. */
  void check(DType dtype) throws IOException {
    long available = file.size();
    if (entry.offset() > available || entry.size() > available - entry.offset()) {
      throw WeirException.dataLoss(
          "tensor \"%s\" should have %d bytes at %d of %s, which has %d: the file was cut off",
          name, entry.size(), entry.offset(), file.path(), available);
    }
    boolean isRight =
        dtype == DType.STRING
            ? entry.shape().elements() <= entry.size()
            : dtype.byteSize(entry.shape()) == entry.size();
    if (!isRight) {
      throw WeirException.dataLoss(
          "tensor \"%s\" is %s%s and cannot have %d bytes in %s",
          name, dtype, entry.shape(), entry.size(), file.path());
    }
  }

  /** Reads numbers to a place in a buffer. */
  void readInto(Buffer target, long offset) throws IOException {
    int checksum =
        Chunks.move(
            entry.size(),
            parallel,
            (at, bytes) -> {
              ByteBuffer window = target.window(offset + at, bytes);
              file.read(window.duplicate(), entry.offset() + at);
              return Crc32c.of(window);
            });
    compare(checksum);
  }

  /** Reads numbers and shows them to a sink, piece by piece. */
  void stream(Sink sink) throws IOException {
    int checksum =
        Chunks.move(
            entry.size(),
            parallel,
            (at, bytes) -> {
              ByteBuffer piece = ByteBuffer.allocateDirect(bytes);
              file.read(piece, entry.offset() + at);
              sink.take(piece.flip().duplicate(), at);
              return Crc32c.of(piece);
            });
    compare(checksum);
  }

  /** Reads strings into a tensor of the entry's shape. */
  void readStrings(Tensor target) throws IOException {
    compare(new StringInput(name, entry, file).read(target));
  }

  private void compare(int checksum) {
    int actual = Crc32c.mask(checksum);
    if (actual != entry.crc()) {
      throw WeirException.dataLoss(
          "Checksum does not match: tensor \"%s\" in %s, %d bytes at %d: stored %08x vs. calculated"
              + " on the restored bytes %08x",
          name, file.path(), entry.size(), entry.offset(), entry.crc(), actual);
    }
  }
}

package dev.weir.records;

import dev.weir.error.WeirException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Writes a TFRecord file: records of bytes, each with its length and checksums of both. Records may
 * be any size, empty too. For one thread at a time.
 */
public final class RecordWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final OutputStream out;
  private final CRC32C checksum = new CRC32C();

  /** Length and its checksum; the checksum of the record uses the last four bytes. */
  private final ByteBuffer frame =
      ByteBuffer.allocate(Long.BYTES + Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private RecordWriter(Path file, OutputStream out) {
    this.file = file;
    this.out = out;
  }

  /** Writes a new file, or one that is there anew. */
  public static RecordWriter create(Path file, OpenOption... options) {
    return create(file, Compression.NONE, options);
  }

  /** Creates a compressed file. */
  public static RecordWriter create(Path file, Compression compression, OpenOption... options) {
    try {
      OutputStream raw = Files.newOutputStream(file, options);
      try {
        OutputStream out = compression.packing(new BufferedOutputStream(raw, BUFFER_BYTES));
        return new RecordWriter(file, out);
      } catch (IOException e) {
        raw.close();
        throw e;
      }
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }

  /** Appends a record. */
  public void write(byte[] record) {
    writing(
        () -> {
          frame.clear().putLong(record.length).putInt(maskedChecksum(frame.array(), Long.BYTES));
          out.write(frame.array());
          out.write(record);
          frame.putInt(Long.BYTES, maskedChecksum(record, record.length));
          out.write(frame.array(), Long.BYTES, Integer.BYTES);
        });
  }

  private int maskedChecksum(byte[] bytes, int count) {
    checksum.reset();
    checksum.update(bytes, 0, count);
    return Crc32c.mask((int) checksum.getValue());
  }

  /** Hands what was written to the operating system, so that readers see it. */
  public void flush() {
    writing(out::flush);
  }

  @Override
  public void close() {
    writing(out::close);
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void writing(Writing writing) {
    try {
      writing.run();
    } catch (IOException e) {
      throw WeirException.ofIo("writing " + file, e);
    }
  }
}

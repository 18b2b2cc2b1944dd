package dev.weir.records;

import dev.weir.error.WeirException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a TFRecord file from its beginning, checking every record. For one thread at a time.
 *
 * {@snippet :
 * try (RecordReader reader = RecordReader.open(path)) {
 *   for (byte[] record = reader.next(); record != null; record = reader.next()) {
 *     …
 *   }
 * }
 * }
 */
public final class RecordReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  private final Path file;
  private final InputStream in;
  private long offset;
  private boolean isTruncated;

  private RecordReader(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /** Reads a file that is not packed. */
  public static RecordReader open(Path file) {
    return open(file, Compression.NONE);
  }

  /** Reads a file that is packed in this way. */
  public static RecordReader open(Path file, Compression compression) {
    try {
      InputStream raw = Files.newInputStream(file);
      try {
        return new RecordReader(
            file, new BufferedInputStream(compression.unpacking(raw), BUFFER_BYTES));
      } catch (IOException e) {
        raw.close();
        throw e;
      }
    } catch (ZipException | EOFException e) {
      throw WeirException.dataLoss(
          "%s is not packed as %s: %s", file, compression, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  /**
   * The next record; null at the end of the file.
   *
   * @throws WeirException with {@code DATA_LOSS} if the file is damaged or cut off here
   */
  public byte @Nullable [] next() {
    try {
      byte[] header = in.readNBytes(HEADER_BYTES);
      if (header.length == 0) {
        return null;
      }
      long length = length(header);
      // allocates as bytes arrive: a length that is not true costs no memory
      byte[] record = in.readNBytes((int) length);
      byte[] footer = in.readNBytes(Integer.BYTES);
      if (record.length < length || footer.length < Integer.BYTES) {
        throw truncated("a record of " + length + " bytes has only " + record.length);
      }
      check("the record", Crc32c.of(record), littleEndian(footer).getInt());
      offset += HEADER_BYTES + length + Integer.BYTES;
      return record;
    } catch (EOFException | ZipException e) {
      throw truncated(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw WeirException.ofIo("reading " + file, e);
    }
  }

  private long length(byte[] header) {
    if (header.length < HEADER_BYTES) {
      throw truncated("the last record has only " + header.length + " bytes");
    }
    ByteBuffer fields = littleEndian(header);
    check("its length", Crc32c.of(fields.slice(0, Long.BYTES)), fields.getInt(Long.BYTES));
    long length = fields.getLong(0);
    if (length < 0 || length > Integer.MAX_VALUE - Long.BYTES) {
      throw WeirException.dataLoss(
          "corrupted record at %d of %s: it would have %s bytes; at most 2 GiB are read",
          offset, file, Long.toUnsignedString(length));
    }
    return length;
  }

  private void check(String what, int checksum, int stored) {
    int actual = Crc32c.mask(checksum);
    if (actual != stored) {
      throw WeirException.dataLoss(
          "corrupted record at %d of %s: the checksum of %s is %08x, stored is %08x",
          offset, file, what, actual, stored);
    }
  }

  private WeirException truncated(String why) {
    isTruncated = true;
    return WeirException.dataLoss("truncated record at %d of %s: %s", offset, file, why);
  }

  /** Whether the file ended in the middle of a record, as one does that is being written. */
  boolean isTruncated() {
    return isTruncated;
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Where the next record begins, in bytes not packed. */
  public long offset() {
    return offset;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw WeirException.ofIo("closing " + file, e);
    }
  }
}

package dev.weir.checkpoint.table;

import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a table from its beginning to its end.
 *
 * <p>A file may be damaged, or made to do harm. So nothing is allocated that the file is not large
 * enough for, blocks must follow each other, keys must ascend, and keys may not grow without end by
 * repeating what came before. The time is in proportion to the size of the file.
 */
public final class TableReader {
  private static final int LONGEST_KEY = 1 << 16;
  private static final long MOST_KEY_BYTES = 1L << 24;
  private static final int MOST_KEY_BYTES_PER_BYTE = 64;
  private static final int LARGEST_BLOCK = 1 << 30;

  /** Takes the entries, in ascending order of their keys. */
  @FunctionalInterface
  public interface Visitor {
    /** An entry. The value is valid during the call. */
    void entry(byte[] key, ByteBuffer value);
  }

  private record Handle(long offset, long bytes) {
    static Handle read(ByteBuffer in) {
      return new Handle(Varints.read(in), Varints.read(in));
    }
  }

  private final SeekableByteChannel file;
  private final long fileBytes;
  private long keyBytes;
  private long endOfLastBlock;
  private byte[] lastKey = new byte[0];
  private boolean isFirst = true;

  private TableReader(SeekableByteChannel file) throws IOException {
    this.file = file;
    this.fileBytes = file.size();
  }

  /**
   * Shows all entries to a visitor.
   *
   * @throws WeirException with {@code DATA_LOSS} if this is no table or a damaged one; the message
   *     says what is wrong, not with which file
   */
  public static void read(SeekableByteChannel file, Visitor visitor) throws IOException {
    new TableReader(file).read(visitor);
  }

  private void read(Visitor visitor) throws IOException {
    List<Handle> blocks = new ArrayList<>();
    readBlock(block(indexHandle()), (key, value) -> blocks.add(Handle.read(value)));
    for (Handle handle : blocks) {
      checkFollows(handle);
      readBlock(block(handle), (key, value) -> visit(visitor, key, value));
    }
  }

  private void visit(Visitor visitor, byte[] key, ByteBuffer value) {
    if (!isFirst && Arrays.compareUnsigned(lastKey, key) >= 0) {
      throw WeirException.dataLoss("its keys do not ascend");
    }
    isFirst = false;
    lastKey = key;
    visitor.entry(key, value);
  }

  private void checkFollows(Handle handle) {
    if (handle.offset() < endOfLastBlock) {
      throw WeirException.dataLoss(
          "a block at %d lies before the end of another at %d", handle.offset(), endOfLastBlock);
    }
    endOfLastBlock = handle.offset() + handle.bytes();
  }

  private Handle indexHandle() throws IOException {
    if (fileBytes < TableFormat.FOOTER_BYTES) {
      throw WeirException.dataLoss(
          "%d bytes are too few: the end alone takes %d", fileBytes, TableFormat.FOOTER_BYTES);
    }
    ByteBuffer footer = read(fileBytes - TableFormat.FOOTER_BYTES, TableFormat.FOOTER_BYTES);
    long magic = footer.getLong(TableFormat.FOOTER_BYTES - Long.BYTES);
    if (magic != TableFormat.MAGIC) {
      throw WeirException.dataLoss(
          "it does not end in %016x but in %016x", TableFormat.MAGIC, magic);
    }
    footer.limit(TableFormat.FOOTER_BYTES - Long.BYTES);
    block(Handle.read(footer)); // the meta index, which is empty in practice; only checked
    return Handle.read(footer);
  }

  /** The bytes of a block, checked and unpacked. */
  private ByteBuffer block(Handle handle) throws IOException {
    long room = fileBytes - TableFormat.FOOTER_BYTES - TableFormat.TRAILER_BYTES;
    boolean fits =
        handle.offset() >= 0
            && handle.bytes() >= 0
            && handle.bytes() <= LARGEST_BLOCK
            && handle.offset() <= room - handle.bytes();
    if (!fits) {
      throw WeirException.dataLoss(
          "a block of %s bytes at %s lies outside of a file of %d",
          Long.toUnsignedString(handle.bytes()), Long.toUnsignedString(handle.offset()), fileBytes);
    }
    int bytes = (int) handle.bytes();
    ByteBuffer stored = read(handle.offset(), bytes + TableFormat.TRAILER_BYTES);
    byte kind = stored.get(bytes);
    int expected = stored.getInt(bytes + 1);
    stored.limit(bytes);
    int actual = TableFormat.checksum(stored, kind);
    if (actual != expected) {
      throw WeirException.dataLoss(
          "the checksum of the block at %d is %08x and should be %08x",
          handle.offset(), actual, expected);
    }
    return switch (kind) {
      case TableFormat.PLAIN -> stored;
      case TableFormat.SNAPPY -> Snappy.unpack(stored);
      default ->
          throw WeirException.dataLoss(
              "the block at %d is packed in an unknown way, %d", handle.offset(), kind);
    };
  }

  private ByteBuffer read(long offset, int bytes) throws IOException {
    ByteBuffer buffer = TableFormat.allocate(bytes);
    file.position(offset);
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        throw WeirException.dataLoss("it was cut off while it was read");
      }
    }
    return buffer.flip();
  }

  /** Shows the entries of a block. */
  private void readBlock(ByteBuffer block, Visitor visitor) {
    if (block.limit() < Integer.BYTES) {
      throw WeirException.dataLoss("a block of %d bytes is too small", block.limit());
    }
    long restarts = Integer.toUnsignedLong(block.getInt(block.limit() - Integer.BYTES));
    long end = block.limit() - Integer.BYTES * (restarts + 1);
    if (end < 0) {
      throw WeirException.dataLoss(
          "a block of %d bytes cannot have %d restarts", block.limit(), restarts);
    }
    ByteBuffer entries = block.slice(0, (int) end).order(ByteOrder.LITTLE_ENDIAN);
    byte[] key = new byte[0];
    while (entries.hasRemaining()) {
      int shared = Varints.readCount(entries);
      int unshared = Varints.readCount(entries);
      int valueBytes = Varints.readCount(entries);
      if (shared > key.length || (long) unshared + valueBytes > entries.remaining()) {
        throw WeirException.dataLoss("an entry at %d reaches too far", entries.position());
      }
      key = nextKey(key, shared, unshared, entries);
      ByteBuffer value = entries.slice(entries.position(), valueBytes);
      entries.position(entries.position() + valueBytes);
      visitor.entry(key, value);
    }
  }

  private byte[] nextKey(byte[] before, int shared, int unshared, ByteBuffer entries) {
    int length = shared + unshared;
    keyBytes += length;
    if (length > LONGEST_KEY) {
      throw WeirException.dataLoss("a key of %d bytes; at most %d are", length, LONGEST_KEY);
    }
    if (keyBytes > Math.max(MOST_KEY_BYTES, MOST_KEY_BYTES_PER_BYTE * fileBytes)) {
      throw WeirException.dataLoss("its keys take %d bytes in %d", keyBytes, fileBytes);
    }
    byte[] key = Arrays.copyOf(before, length);
    entries.get(key, shared, unshared);
    return key;
  }
}

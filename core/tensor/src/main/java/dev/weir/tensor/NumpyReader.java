package dev.weir.tensor;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads one {@code .npy} file from an untrusted source. */
final class NumpyReader {
  private static final int LONGEST_HEADER = 1 << 16;
  private static final int CHUNK = 1 << 26;
  private static final int STRING_CHUNK = 1 << 16;

  private final Path path;
  private final SeekableByteChannel channel;

  NumpyReader(Path path, SeekableByteChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  Tensor read() throws IOException {
    NumpyHeader header;
    NumpyType type;
    long elements;
    try {
      header = NumpyHeader.parse(readHeader());
      type = NumpyType.parse(header.descr());
      elements = header.shape().elements();
    } catch (WeirException e) {
      throw e.within(path.toString());
    }
    checkLength(header.shape(), elements, type);
    Tensor tensor = Tensor.allocateUnshared(type.dtype(), header.shape());
    if (type.dtype() == DType.STRING) {
      readStrings(tensor, type);
    } else {
      readNumbers(tensor, type);
    }
    return (header.fortranOrder() ? inRowMajorOrder(tensor) : tensor).freeze();
  }

  private String readHeader() throws IOException {
    ByteBuffer start = readFully(NumpyHeader.MAGIC.length + 2);
    byte[] magic = new byte[NumpyHeader.MAGIC.length];
    start.get(magic);
    if (!Arrays.equals(magic, NumpyHeader.MAGIC)) {
      throw WeirException.invalidArgument(
          "not a .npy file: it starts with %s", ElementText.quote(magic));
    }
    int major = start.get();
    int minor = start.get();
    if (major < 1 || major > 3 || minor != 0) {
      throw WeirException.unimplemented(
          "the format %d.%d is not read; 1.0, 2.0 and 3.0 are", major, minor);
    }
    long length =
        major == 1
            ? Short.toUnsignedLong(readFully(Short.BYTES).getShort())
            : Integer.toUnsignedLong(readFully(Integer.BYTES).getInt());
    if (length > LONGEST_HEADER) {
      throw WeirException.invalidArgument(
          "the header has %d bytes; at most %d are read", length, LONGEST_HEADER);
    }
    byte[] text = readFully((int) length).array();
    return new String(text, major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  private ByteBuffer readFully(int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    readFully(buffer);
    return buffer.flip();
  }

  private void readFully(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw WeirException.dataLoss(
            "%s ends at byte %d, %d bytes too early", path, channel.position(), buffer.remaining());
      }
    }
  }

  private void checkLength(Shape shape, long elements, NumpyType type) throws IOException {
    long there = channel.size() - channel.position();
    if (Math.multiplyHigh(elements, type.itemSize()) != 0 || elements * type.itemSize() < 0) {
      throw WeirException.invalidArgument(
          "%s: %d elements of type '%s' are too large", path, elements, type.descr());
    }
    if (elements * type.itemSize() > there) {
      throw WeirException.dataLoss(
          "%s is cut off: %s of type '%s' takes %d bytes, but %d follow the header",
          path, shape, type.descr(), elements * type.itemSize(), there);
    }
  }

  private void readNumbers(Tensor tensor, NumpyType type) throws IOException {
    Buffer buffer = tensor.buffer();
    for (long done = 0; done < tensor.byteSize(); done += CHUNK) {
      readFully(buffer.window(done, (int) Math.min(CHUNK, tensor.byteSize() - done)));
    }
    if (tensor.dtype() == DType.BOOL) {
      for (long i = 0; i < tensor.elements(); i++) {
        buffer.setByte(i, (byte) (buffer.getByte(i) == 0 ? 0 : 1));
      }
    }
    if (type.swapped()) {
      swap(buffer, tensor.dtype().realPart().byteSize(), tensor.byteSize());
    }
  }

  private static void swap(Buffer buffer, int width, long bytes) {
    for (long i = 0; i < bytes / width; i++) {
      switch (width) {
        case Short.BYTES -> buffer.setShort(i, Short.reverseBytes(buffer.getShort(i)));
        case Integer.BYTES -> buffer.setInt(i, Integer.reverseBytes(buffer.getInt(i)));
        case Long.BYTES -> buffer.setLong(i, Long.reverseBytes(buffer.getLong(i)));
        default -> {
          return;
        }
      }
    }
  }

  private void readStrings(Tensor tensor, NumpyType type) throws IOException {
    int size = (int) type.itemSize();
    long perChunk = Math.max(1, STRING_CHUNK / size);
    for (long first = 0; first < tensor.elements(); first += perChunk) {
      int count = (int) Math.min(perChunk, tensor.elements() - first);
      byte[] chunk = readFully(count * size).array();
      for (int i = 0; i < count; i++) {
        byte[] item = Arrays.copyOfRange(chunk, i * size, (i + 1) * size);
        tensor.setBytes(
            first + i, type.isUnicode() ? utf8(item, type, first + i) : withoutPadding(item));
      }
    }
  }

  private static byte[] withoutPadding(byte[] item) {
    int end = item.length;
    while (end > 0 && item[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(item, end);
  }

  private byte[] utf8(byte[] item, NumpyType type, long position) {
    ByteBuffer codes =
        ByteBuffer.wrap(item)
            .order(type.swapped() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int end = item.length / 4;
    while (end > 0 && codes.getInt(4 * (end - 1)) == 0) {
      end--;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < end; i++) {
      int code = codes.getInt(4 * i);
      if (!Character.isValidCodePoint(code) || (code >= 0xD800 && code < 0xE000)) {
        throw WeirException.invalidArgument(
            "%s: string %d has 0x%x, which is not a character", path, position, code);
      }
      text.appendCodePoint(code);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Copies an array in column-major order to row-major order. */
  private static Tensor inRowMajorOrder(Tensor columns) {
    Shape shape = columns.shape();
    Tensor rows = Tensor.allocateUnshared(columns.dtype(), shape);
    long[] index = new long[shape.rank()];
    long from = 0;
    for (long to = 0; to < rows.elements(); to++) {
      rows.copyFrom(columns, from, to, 1);
      long stride = rows.elements();
      for (int i = index.length - 1; i >= 0; i--) {
        stride /= shape.size(i);
        from += stride;
        if (++index[i] < shape.size(i)) {
          break;
        }
        from -= stride * index[i];
        index[i] = 0;
      }
    }
    columns.close();
    return rows;
  }
}

package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.StreamOutput;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.TensorFiles;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames one after the other into a buffer that grows. What is large of a frame's tensors is
 * not in the buffer but listed as payloads. The buffer is small, and on the heap, until it is
 * {@link #widen widened}. Not thread-safe.
 */
final class MessageOut implements StreamOutput {
  private static final int CAPACITY = 64 << 10;
  private static final int MAX_CAPACITY = 1 << 30;
  private static final int LENGTH_AT = 0;

  private final @Nullable Checksum checksum;
  private ByteBuffer buffer = small();
  private List<Payload> payloads = List.of();
  private int start;
  private int inlined;

  /**
   * Nothing written yet.
   *
   * @param checksums whether frames have a checksum
   */
  MessageOut(boolean checksums) {
    this.checksum = checksums ? new CRC32C() : null;
  }

  private static ByteBuffer small() {
    return ByteBuffer.allocate(Frames.MAX_UNADMITTED).order(ByteOrder.LITTLE_ENDIAN);
  }

  int capacity() {
    return buffer.capacity();
  }

  /** Gives it a buffer for many frames, if it has none and nothing is written. */
  void widen() {
    if (!buffer.isDirect() && buffer.position() == 0) {
      buffer = fresh(CAPACITY);
    }
  }

  private static ByteBuffer fresh(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Begins a frame. */
  void begin(byte kind, byte method, long call) {
    start = buffer.position();
    payloads = List.of();
    inlined = 0;
    ensure(Frames.HEADER);
    putHeader(kind, method, call, 0);
  }

  private void putHeader(byte kind, byte method, long call, int length) {
    buffer.putInt(length).put(kind).put(method).put((byte) (checksum == null ? 0 : 1));
    buffer.put((byte) 0).putLong(call).putInt(0);
  }

  /** Ends the frame that was begun. */
  void end() {
    buffer.putInt(start + LENGTH_AT, length());
    if (checksum != null) {
      int body = start + Frames.HEADER;
      checksum(start, buffer.slice(body, buffer.position() - body));
    }
  }

  private void checksum(int header, ByteBuffer body) {
    Checksum sum = checksum;
    if (sum != null) {
      buffer.put(header + Frames.PARITY_AT, Frames.parity(buffer, header));
      sum.reset();
      sum.update(buffer.slice(header, Frames.CHECKSUM_AT));
      sum.update(body);
      buffer.putInt(header + Frames.CHECKSUM_AT, (int) sum.getValue());
    }
  }

  /** How many bytes the frame that was begun has without its header. */
  int length() {
    return buffer.position() - start - Frames.HEADER;
  }

  /** Takes the frame that was begun back; gives its bytes without the header. */
  byte[] takeBack() {
    byte[] bytes = new byte[length()];
    buffer.get(start + Frames.HEADER, bytes);
    buffer.position(start);
    return bytes;
  }

  /** A header for bytes that come from elsewhere. */
  void header(byte kind, byte method, long call, ByteBuffer body) {
    ensure(Frames.HEADER);
    int at = buffer.position();
    putHeader(kind, method, call, body.remaining());
    checksum(at, body.duplicate());
  }

  /** What follows the frame, in this order. */
  List<Payload> payloads() {
    return payloads;
  }

  /** Whether so much has been written that it should be sent. */
  boolean isFull() {
    return buffer.position() >= CAPACITY;
  }

  /** The bytes so far, ready to be sent; {@link #reuse} must follow. */
  ByteBuffer flip() {
    return buffer.flip();
  }

  /** Empties the buffer. */
  void reuse() {
    if (buffer.capacity() > 4 * CAPACITY) {
      buffer = fresh(CAPACITY);
    } else {
      buffer.clear();
    }
  }

  @Override
  public MessageOut flag(boolean value) {
    ensure(1);
    buffer.put((byte) (value ? 1 : 0));
    return this;
  }

  @Override
  public MessageOut number(int value) {
    ensure(Integer.BYTES);
    buffer.putInt(value);
    return this;
  }

  @Override
  public MessageOut number(long value) {
    ensure(Long.BYTES);
    buffer.putLong(value);
    return this;
  }

  @Override
  public MessageOut text(String text) {
    int length = text.length();
    ensure(Integer.BYTES + length);
    int at = buffer.position() + Integer.BYTES;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
      }
      buffer.put(at + i, (byte) c);
    }
    buffer.putInt(length).position(at + length);
    return this;
  }

  MessageOut bytes(byte[] bytes) {
    ensure(Integer.BYTES + bytes.length);
    buffer.putInt(bytes.length).put(bytes);
    return this;
  }

  @Override
  public MessageOut texts(List<String> texts) {
    number(texts.size());
    texts.forEach(this::text);
    return this;
  }

  @Override
  public MessageOut named(List<NamedValue> tensors) {
    number(tensors.size());
    for (NamedValue tensor : tensors) {
      text(tensor.name());
      tensor(tensor.value());
    }
    return this;
  }

  /** Type and shape, and the elements if they are few. */
  @Override
  public MessageOut tensor(Tensor tensor) {
    type(tensor.dtype(), tensor.shape());
    if (tensor.dtype().isObject()) {
      return bytes(TensorFiles.toBinary(tensor));
    }
    long bytes = tensor.byteSize();
    boolean follows = inlined + bytes > Frames.MAX_INLINE;
    flag(follows);
    if (follows) {
      follow(new Payload.Elements(tensor, bytes));
    } else {
      ensure((int) bytes);
      buffer.put(tensor.buffer().window(0, (int) bytes));
      inlined += (int) bytes;
    }
    return this;
  }

  private void type(DType dtype, Shape shape) {
    ensure(2 + shape.rank() * Long.BYTES + 1);
    buffer.put((byte) dtype.number()).put((byte) shape.rank());
    for (int i = 0; i < shape.rank(); i++) {
      buffer.putLong(shape.size(i));
    }
  }

  /** Type, shape, how many bytes there were and are, and those if they are few. */
  MessageOut packed(CompressedOut packed) {
    type(packed.dtype(), packed.shape());
    number(packed.unpackedSize()).number(packed.byteSize());
    boolean follows = packed.byteSize() > Frames.MAX_INLINE;
    flag(follows);
    for (Payload payload : packed.payloads()) {
      if (follows) {
        follow(payload);
      } else {
        int bytes = (int) payload.byteSize();
        ensure(bytes);
        buffer.put(payload.window(0, bytes));
      }
    }
    return this;
  }

  private void follow(Payload payload) {
    if (payloads.isEmpty()) {
      payloads = new ArrayList<>();
    }
    payloads.add(payload);
  }

  private void ensure(int bytes) {
    if (buffer.remaining() < bytes) {
      long wanted = Math.max(2L * buffer.capacity(), (long) buffer.position() + bytes);
      if (wanted > MAX_CAPACITY) {
        throw WeirException.invalidArgument(
            "a message without the elements of its tensors would take more than %d bytes",
            MAX_CAPACITY);
      }
      buffer = fresh((int) wanted).put(buffer.flip());
    }
  }
}

package dev.weir.cluster.internal.protobuf;

import com.google.protobuf.CodedOutputStream;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.ByteSize;
import dev.weir.tensor.memory.HeapBudget;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the fields of a message out of the buffers of the network. A length is checked against what
 * the message still has before anything is made of it. How long a compressed message is comes out
 * only when it is read to its end: memory for its fields grows with what has been read. Whatever is
 * wrong is an {@code INVALID_ARGUMENT}, what is too large a {@code RESOURCE_EXHAUSTED}. Not
 * thread-safe.
 */
public final class ProtobufReader implements AutoCloseable {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH_DELIMITED = 2;
  static final int GROUP_START = 3;
  static final int FIXED32 = 5;

  private static final int COPY_BYTES = 1 << 13;
  private static final int MAX_VARINT_SHIFT = 63;

  /** What a field may take of the heap before its bytes are there. */
  private static final int INITIAL_BYTES = 1 << 16;

  /** What a message may take of the heap without asking for room, and how much room it asks for. */
  private static final long ROOM = 1 << 20;

  /** What a compressed message may have of fields that are passed over. */
  private static final long MOST_SKIPPED = 16 << 20;

  private final InputStream in;
  private final boolean direct;
  private final long most;
  private final HeapBudget heap;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private int windowStart;
  private long position;
  private long limit;
  private long onHeap;
  private long roomTaken;
  private long skipped;
  private boolean errorsInBody;

  /** Reads a message as if it were the only one. */
  public ProtobufReader(InputStream in, long most) {
    this(in, most, HeapBudget.of("messages", Long.MAX_VALUE));
  }

  /**
   * Reads a message.
   *
   * @param most how long it can be, if the stream does not know
   * @param heap what it may take of the heap, besides the elements of tensors
   */
  public ProtobufReader(InputStream in, long most, HeapBudget heap) {
    this.in = in;
    this.heap = heap;
    this.direct = in instanceof HasByteBuffer buffers && buffers.byteBufferSupported();
    this.most = most;
    this.limit = in instanceof KnownLength ? available(in) : most;
  }

  private static long available(InputStream in) {
    try {
      return in.available();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Notes whether the sender of this request wants failures in the body of the response. */
  void errorsInBody(boolean wanted) {
    errorsInBody = wanted;
  }

  /** Whether the sender of this request wants failures in the body of the response. */
  public boolean errorsInBody() {
    return errorsInBody;
  }

  /** How many bytes of the message, or of the one within that is being read, are left. */
  long remaining() {
    return limit - position;
  }

  /** Whether there is another field. */
  boolean hasMore() {
    return remaining() > 0 && (window.hasRemaining() || fill());
  }

  /** A tag: the number of a field times 8, and how it is written. */
  int tag() {
    long tag = varint();
    if (tag >>> 3 == 0 || tag != (int) tag) {
      throw WeirException.invalidArgument("not a message: a field has the tag %d", tag);
    }
    return (int) tag;
  }

  static int field(int tag) {
    return tag >>> 3;
  }

  static int kind(int tag) {
    return tag & 7;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift <= MAX_VARINT_SHIFT; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw WeirException.invalidArgument("not a message: a number has more than 10 bytes");
  }

  private byte next() {
    require(1);
    if (!window.hasRemaining() && !fill()) {
      throw cutOff(1);
    }
    position++;
    return window.get();
  }

  /** Begins a message within, whose length follows. The result goes to {@link #leave}. */
  long enter() {
    long length = length();
    long outer = limit;
    limit = position + length;
    return outer;
  }

  /** Ends a message within. */
  void leave(long outer) {
    limit = outer;
  }

  /** A length, which the message can hold. */
  long length() {
    long length = varint();
    require(length);
    return length;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Bytes whose length comes first. */
  byte[] bytes() {
    return bytes(length());
  }

  /** The next bytes; as many must be left. */
  byte[] bytes(long count) {
    require(count);
    if (count > Integer.MAX_VALUE - 8) {
      throw WeirException.invalidArgument("a field of %s cannot be read", ByteSize.format(count));
    }
    takeHeap(count);
    byte[] bytes = new byte[isWhole() ? (int) count : (int) Math.min(count, INITIAL_BYTES)];
    for (int at = 0; at < count; ) {
      int run = available(count - at);
      if (at + run > bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(count, Math.max(2L * at, (long) at + run)));
      }
      window.get(bytes, at, run);
      position += run;
      at += run;
    }
    return bytes;
  }

  /** Whether all bytes of the message are there, so that its lengths can be believed. */
  boolean isWhole() {
    return in instanceof KnownLength;
  }

  private void takeHeap(long bytes) {
    onHeap += bytes;
    if (onHeap - roomTaken > ROOM) {
      long more = onHeap - roomTaken;
      heap.take(more, "a message");
      roomTaken += more;
    }
  }

  /** The message has been read: others have its room. */
  @Override
  public void close() {
    if (roomTaken > 0) {
      heap.giveBack(roomTaken);
      roomTaken = 0;
    }
  }

  /** All that is left. */
  byte[] rest() {
    if (isWhole()) {
      return bytes(remaining());
    }
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    while (hasMore()) {
      rest.writeBytes(bytes(available(remaining())));
    }
    return rest.toByteArray();
  }

  /** Copies what is left of the message within. */
  void copyRest(CodedOutputStream out) throws IOException {
    while (hasMore()) {
      int run = available(remaining());
      takeHeap(run);
      out.writeRawBytes(window.slice(window.position(), run));
      window.position(window.position() + run);
      position += run;
    }
  }

  /** Copies the next bytes to somewhere in a buffer. */
  void copyTo(Buffer target, long offset, long count) {
    require(count);
    for (long at = 0; at < count; ) {
      int run = available(count - at);
      ByteBuffer slice = window.slice(window.position(), run);
      target.copyFromByteBuffer(slice, offset + at);
      window.position(window.position() + run);
      position += run;
      at += run;
    }
  }

  /** Passes over the value of a field. */
  void skip(int tag) {
    switch (kind(tag)) {
      case VARINT -> {
        countSkipped(1);
        varint();
      }
      case FIXED64 -> skipBytes(8);
      case LENGTH_DELIMITED -> skipBytes(length());
      case FIXED32 -> skipBytes(4);
      default ->
          throw WeirException.invalidArgument(
              "not a message: field %d is of the kind %d", field(tag), kind(tag));
    }
  }

  /** Passing over what is there costs nothing; inflating it does. */
  private void countSkipped(long count) {
    skipped += 1 + count;
    if (skipped > MOST_SKIPPED && !isWhole()) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "a compressed message has more than "
              + ByteSize.format(MOST_SKIPPED)
              + " of fields that are not known here");
    }
  }

  private void skipBytes(long count) {
    require(count);
    countSkipped(count);
    for (long left = count; left > 0; ) {
      int run = available(left);
      window.position(window.position() + run);
      position += run;
      left -= run;
    }
  }

  /** The tag of a field that is known to be of some kind. */
  static void expect(int tag, int kind) {
    if (kind(tag) != kind) {
      throw WeirException.invalidArgument(
          "not a message: field %d is of the kind %d, not %d", field(tag), kind(tag), kind);
    }
  }

  private void require(long count) {
    if (count < 0 || count > remaining()) {
      if (count > 0 && !isWhole() && limit == most) {
        throw new WeirException(
            ErrorCode.RESOURCE_EXHAUSTED,
            "a compressed message has more than the limit of " + ByteSize.format(most));
      }
      throw cutOff(count);
    }
  }

  private WeirException cutOff(long count) {
    return WeirException.invalidArgument(
        "not a message: %s bytes are to follow byte %d, and there are %d",
        Long.toUnsignedString(count), position, remaining());
  }

  /** How many of some bytes can be had at once. */
  private int available(long wanted) {
    if (!window.hasRemaining() && !fill()) {
      throw cutOff(wanted);
    }
    return (int) Math.min(wanted, window.remaining());
  }

  private boolean fill() {
    try {
      return direct ? nextBuffer() : nextCopy();
    } catch (IOException e) {
      throw failed(e);
    } catch (StatusRuntimeException e) { // larger than the limit, when not compressed
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "a compressed message cannot be read: " + e.getStatus().getDescription(),
          e);
    }
  }

  private boolean nextBuffer() throws IOException {
    int used = window.position() - windowStart;
    if (used > 0 && in.skip(used) != used) {
      throw new IOException("the network gave fewer bytes than it had");
    }
    ByteBuffer next = ((HasByteBuffer) in).getByteBuffer();
    if (next == null || !next.hasRemaining()) {
      window = ByteBuffer.allocate(0);
      windowStart = 0;
      return false;
    }
    window = next;
    windowStart = next.position();
    return true;
  }

  private boolean nextCopy() throws IOException {
    byte[] copy =
        window.hasArray() && window.capacity() > 0 ? window.array() : new byte[COPY_BYTES];
    int count = in.read(copy, 0, copy.length);
    window = ByteBuffer.wrap(copy, 0, Math.max(0, count));
    return count > 0;
  }

  private static WeirException failed(IOException e) {
    return new WeirException(
        ErrorCode.INVALID_ARGUMENT, "a message cannot be read: " + e.getMessage(), e);
  }
}

package dev.weir.cluster.grpc;

import com.google.protobuf.CodedOutputStream;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.ByteSize;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads the fields of a message out of the buffers of the network. A length is checked against what
 * the message still has before anything is made of it. Whatever is wrong is an {@code
 * INVALID_ARGUMENT}. Not thread-safe.
 */
final class WireInput {
  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int LENGTH_DELIMITED = 2;
  static final int GROUP_START = 3;
  static final int FIXED32 = 5;

  private static final int COPY_BYTES = 1 << 13;
  private static final int MAX_VARINT_SHIFT = 63;

  private final InputStream in;
  private final boolean direct;
  private ByteBuffer window = ByteBuffer.allocate(0);
  private int windowStart;
  private long position;
  private long limit;

  /**
   * Reads a message.
   *
   * @param most how long it can be, if the stream does not know
   */
  WireInput(InputStream in, long most) {
    this.in = in;
    this.direct = in instanceof HasByteBuffer buffers && buffers.byteBufferSupported();
    this.limit = in instanceof KnownLength ? available(in) : most;
  }

  private static long available(InputStream in) {
    try {
      return in.available();
    } catch (IOException e) {
      throw failed(e);
    }
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
    byte[] bytes = new byte[(int) count];
    for (int at = 0; at < bytes.length; ) {
      int run = available(bytes.length - at);
      window.get(bytes, at, run);
      position += run;
      at += run;
    }
    return bytes;
  }

  /** All that is left. */
  byte[] rest() {
    if (in instanceof KnownLength) {
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
      out.writeRawBytes(window.slice(window.position(), run));
      window.position(window.position() + run);
      position += run;
    }
  }

  /** Copies the next bytes to the start of a buffer. */
  void copyTo(Buffer target, long count) {
    copyTo(target, 0, count);
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
      case VARINT -> varint();
      case FIXED64 -> skipBytes(8);
      case LENGTH_DELIMITED -> skipBytes(length());
      case FIXED32 -> skipBytes(4);
      default ->
          throw WeirException.invalidArgument(
              "not a message: field %d is of the kind %d", field(tag), kind(tag));
    }
  }

  private void skipBytes(long count) {
    require(count);
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

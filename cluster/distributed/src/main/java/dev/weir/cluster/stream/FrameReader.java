package dev.weir.cluster.stream;

import dev.weir.cluster.wire.BooleanElements;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Allocator;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * What a connection receives: cut into frames, which are handed over one by one; elements of
 * tensors are read into their memory. Only the loop uses it.
 */
final class FrameReader {
  /** Who takes what comes. What they throw ends the connection. */
  interface Taker {
    /** The first frame. */
    void hello(MessageIn in);

    /** A request or an answer; null if it is not to be kept and nothing follows. */
    @Nullable Inbound message(byte kind, Method method, long call, MessageIn in);

    /** A call failed. */
    void error(long call, MessageIn in);

    /** A call is given up. */
    void cancel(long call);
  }

  private static final int CAPACITY = Frames.HEADER + Frames.MAX_LENGTH;
  private static final long MAX_PARTS = 1 << 30;

  /** While elements are read, so much of what comes after them is read along. */
  private static final int BESIDE_ELEMENTS = 4 * Frames.HEADER;

  /** After so many bytes others have a turn. */
  private static final long TURN = 8 << 20;

  private final SocketChannel channel;
  private final Taker taker;
  private final Allocator allocator;
  private final long mostBytes;
  private final ByteBuffer in = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer[] scattered = new ByteBuffer[2];
  private final ByteArrayOutputStream parts = new ByteArrayOutputStream();
  private long partsCall;
  private boolean greeted;
  private @Nullable Inbound current;
  private long currentCall;
  private int next;
  private long offset;
  private int chunkLeft;

  FrameReader(SocketChannel channel, Taker taker, Allocator allocator, long mostBytes) {
    this.channel = channel;
    this.taker = taker;
    this.allocator = allocator;
    this.mostBytes = mostBytes;
  }

  /** Reads what is there, up to some amount. */
  void read() throws IOException {
    long total = 0;
    boolean more = true;
    while (more && total < TURN) {
      long wanted = in.remaining();
      long count;
      ByteBuffer elements = chunkLeft == 0 ? null : elements();
      if (elements == null) {
        count = channel.read(in);
      } else {
        wanted = elements.remaining();
        count = scatter(elements);
      }
      if (count < 0) {
        throw new EOFException("the other end has closed the connection");
      }
      total += count;
      more = count >= wanted;
      if (count > 0) {
        parse();
      }
    }
  }

  private @Nullable ByteBuffer elements() {
    Tensor tensor = following().tensor();
    return tensor == null ? null : tensor.buffer().window(offset, chunkLeft);
  }

  private MessageIn.Following following() {
    Inbound message = current;
    if (message == null) {
      throw new IllegalStateException("no message is being read");
    }
    return message.following().get(next);
  }

  private long scatter(ByteBuffer elements) throws IOException {
    scattered[0] = elements;
    scattered[1] = in.limit(Math.min(in.position() + BESIDE_ELEMENTS, in.capacity()));
    long count = channel.read(scattered);
    in.limit(in.capacity());
    int taken = (int) Math.min(Math.max(count, 0), chunkLeft);
    advance(taken);
    return count;
  }

  private void parse() {
    in.flip();
    boolean more = true;
    while (more) {
      more = chunkLeft > 0 ? takeElements() : takeFrame();
    }
    in.compact();
  }

  private boolean takeElements() {
    int count = Math.min(in.remaining(), chunkLeft);
    if (count == 0) {
      return false;
    }
    Tensor tensor = following().tensor();
    int end = in.position() + count;
    if (tensor != null) {
      int limit = in.limit();
      tensor.buffer().copyFromByteBuffer(in.limit(end), offset);
      in.limit(limit);
    }
    in.position(end);
    advance(count);
    return true;
  }

  private void advance(int count) {
    offset += count;
    chunkLeft -= count;
    MessageIn.Following filled = following();
    if (offset == filled.byteSize()) {
      if (filled.tensor() != null) {
        BooleanElements.check(filled.tensor());
        filled.tensor().freeze();
      }
      next++;
      offset = 0;
      Inbound message = current;
      if (message != null && next == message.following().size()) {
        current = null;
        message.complete();
      }
    }
  }

  private boolean takeFrame() {
    if (in.remaining() < Frames.HEADER) {
      return false;
    }
    int at = in.position();
    int length = in.getInt(at);
    byte kind = in.get(at + 4);
    long call = in.getLong(at + 8);
    if (!greeted) {
      checkHello(kind, call, length);
    } else if (kind == Frames.CHUNK) {
      in.position(at + Frames.HEADER);
      beginChunk(call, length);
      return true;
    }
    if (length < 0 || length > Frames.MAX_LENGTH) {
      throw WeirException.invalidArgument("a frame of kind %d has %d bytes", kind, length);
    }
    int end = at + Frames.HEADER + length;
    if (in.limit() < end) {
      return false;
    }
    int limit = in.limit();
    byte method = in.get(at + 5);
    in.limit(end).position(at + Frames.HEADER);
    take(kind, method, call);
    in.limit(limit).position(end);
    return true;
  }

  private void checkHello(byte kind, long call, int length) {
    if (kind != Frames.HELLO || call != Frames.MAGIC || length > Frames.MAX_HELLO) {
      throw WeirException.invalidArgument("it does not speak the protocol of Weir's streams");
    }
  }

  private void beginChunk(long call, int length) {
    Inbound message = current;
    if (message == null || call != currentCall) {
      throw WeirException.invalidArgument("elements came for call %d, which awaits none", call);
    }
    long left = message.following().get(next).byteSize() - offset;
    if (length <= 0 || length > Frames.MAX_CHUNK || length > left) {
      throw WeirException.invalidArgument(
          "a chunk of %d bytes came where %d bytes are left", length, left);
    }
    chunkLeft = length;
  }

  private void take(byte kind, byte method, long call) {
    if (greeted == (kind == Frames.HELLO)) {
      throw WeirException.invalidArgument("a greeting comes first, and once");
    }
    switch (kind) {
      case Frames.HELLO -> {
        greeted = true;
        taker.hello(reader(in));
      }
      case Frames.REQUEST, Frames.ANSWER -> message(kind, method, call);
      case Frames.PART -> part(call);
      case Frames.ERROR -> taker.error(call, reader(in));
      case Frames.CANCEL -> {
        abandon(call);
        taker.cancel(call);
      }
      case Frames.DROP -> drop(call);
      default -> throw WeirException.invalidArgument("no frame has the kind %d", kind);
    }
  }

  private MessageIn reader(ByteBuffer bytes) {
    return new MessageIn(bytes, allocator, mostBytes);
  }

  private void part(long call) {
    if (current != null || (parts.size() > 0 && partsCall != call)) {
      throw WeirException.invalidArgument("a part of call %d came amidst another message", call);
    }
    if (parts.size() + (long) in.remaining() > Math.min(mostBytes, MAX_PARTS)) {
      throw WeirException.invalidArgument(
          "the message of call %d has more than %d bytes", call, parts.size());
    }
    partsCall = call;
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    parts.writeBytes(bytes);
  }

  private void message(byte kind, byte number, long call) {
    Method method = Method.of(number);
    if (method == null) {
      throw WeirException.invalidArgument("no method has the number %d", number);
    }
    ByteBuffer bytes = in;
    if (parts.size() > 0 && partsCall == call) {
      part(call);
      bytes = ByteBuffer.wrap(parts.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
      parts.reset();
    }
    MessageIn message = reader(bytes);
    Inbound inbound;
    try {
      inbound = taker.message(kind, method, call, message);
    } catch (RuntimeException e) {
      message.giveBack();
      throw e;
    }
    if (inbound == null) {
      return;
    }
    if (inbound.following().isEmpty()) {
      inbound.complete();
    } else if (current != null) {
      inbound.abandon();
      throw WeirException.invalidArgument("call %d came amidst another message", call);
    } else {
      current = inbound;
      currentCall = call;
      next = 0;
      offset = 0;
    }
  }

  private void drop(long call) {
    if (parts.size() > 0 && partsCall == call) {
      parts.reset();
    } else if (current != null && currentCall == call) {
      Inbound dropped = current;
      current = null;
      dropped.drop();
    }
  }

  /** What is still to come of a message goes nowhere. */
  void abandon(long call) {
    if (current != null && currentCall == call) {
      current.abandon();
    }
  }

  /** Gives back what has been read of a message. */
  void close() {
    Inbound message = current;
    current = null;
    chunkLeft = 0;
    parts.reset();
    if (message != null) {
      message.abandon();
    }
  }
}

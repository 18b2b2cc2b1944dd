package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.ByteSize;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a connection receives: cut into frames, which are handed over one by one; elements of
 * tensors are read into their memory. Until the other end is admitted there is only a small buffer
 * on the heap. Only the loop uses it.
 */
final class FrameReader {
  /** Receives messages. An exception it throws ends the connection. */
  interface Taker {
    /** The first frame; if this returns, the other end is admitted. */
    void hello(MessageIn in);

    /** A request or an answer; null if it is not to be kept and nothing follows. */
    @Nullable IncomingMessage message(byte kind, Rpc<?, ?> rpc, long call, MessageIn in);

    /** A call failed. */
    void error(long call, MessageIn in);

    /** A call is cancelled. */
    void cancel(long call);
  }

  private static final int CAPACITY = Frames.HEADER + Frames.MAX_LENGTH;

  /** Messages that are not elements end up on the heap, of which they get a part at most. */
  private static final long MAX_PARTS =
      Math.min(1 << 30, Math.max(16 << 20, Runtime.getRuntime().maxMemory() / 4));

  /** While elements are read, so much of what comes after them is read along. */
  private static final int BESIDE_ELEMENTS = 4 * Frames.HEADER;

  /** Bytes per turn, after which other connections are served. */
  private static final long TURN = 8 << 20;

  /** Frames per turn, which counts if frames are tiny. */
  private static final int TURN_READS = 256;

  private final StreamChannel channel;
  private final Traffic traffic;
  private final Taker taker;
  private final StreamOptions options;
  private final ByteBuffer[] scattered = new ByteBuffer[2];
  private ByteBuffer in = ByteBuffer.allocate(Frames.MAX_UNADMITTED).order(ByteOrder.LITTLE_ENDIAN);
  private @Nullable GrowingBuffer parts;
  private long partsSize;
  private long partsCall;
  private boolean admitted;
  private @Nullable IncomingMessage current;
  private long currentCall;
  private int next;
  private long offset;
  private int chunkLeft;

  /** Twice the largest payload that arrived in full: so much is allocated before it arrives. */
  private long trusted;

  private final CRC32C checksum = new CRC32C();

  /** The greeting had a checksum, so all frames have one. */
  private boolean alwaysSummed;

  private boolean summed;
  private int expected;
  private final StreamProgress progress;
  private long received;
  private long receivedAtCheck;

  FrameReader(StreamChannel channel, Taker taker, StreamOptions options, Traffic traffic) {
    this.channel = channel;
    this.traffic = traffic;
    this.taker = taker;
    this.options = options;
    this.progress = new StreamProgress(options.limits().progress());
  }

  /** Whether the other end has greeted and is admitted. */
  boolean isAdmitted() {
    return admitted;
  }

  /** How many bytes the buffer has that everything passes through. */
  int bufferBytes() {
    return in.capacity();
  }

  /** Reads what is there, up to some amount. */
  void read() throws IOException {
    long total = 0;
    boolean more = true;
    for (int i = 0; more && i < TURN_READS && total < TURN; i++) {
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
        throw new EOFException("the peer closed the connection");
      }
      total += count;
      received += count;
      traffic.received(count);
      more = count >= wanted;
      if (count > 0) {
        parse();
      }
    }
  }

  /**
   * Fails if a message has begun and makes no progress, so that nothing is kept for a peer that is
   * hung or hostile.
   */
  void checkProgress(long nowNanos) {
    if (!isAmidst()) {
      progress.rest(nowNanos);
    } else if (progress.isMissing(nowNanos, received, held())) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          String.format(
              Locale.ROOT,
              "%s made %s progress for %d ms",
              whatIsRead(),
              received == receivedAtCheck ? "no" : "too little",
              options.limits().progress().toMillis()));
    } else if (received == receivedAtCheck) {
      trusted = 0; // it stalls, so what it sends next has to arrive before it takes memory
    }
    receivedAtCheck = received;
  }

  /** How many bytes of memory wait for others to arrive. */
  private long held() {
    GrowingBuffer gathered = parts;
    long held = gathered == null ? 0 : gathered.capacity();
    IncomingMessage message = current;
    if (message != null) {
      for (IncomingPayload payload : message.payloads()) {
        held += payload.charged();
      }
    }
    return held;
  }

  private boolean isAmidst() {
    return current != null || partsSize > 0 || in.position() > 0 || channel.hasPartialInput();
  }

  private String whatIsRead() {
    if (current != null) {
      long size = payload().byteSize();
      return String.format(
          Locale.ROOT,
          "a tensor of call %d, of which %d of %d bytes came,",
          currentCall,
          offset,
          size);
    }
    return partsSize > 0
        ? String.format(
            Locale.ROOT, "a message of call %d, of which %d bytes came,", partsCall, partsSize)
        : String.format(Locale.ROOT, "a frame of which %d bytes came", in.position());
  }

  /** Where the next elements go; null if that is nowhere. */
  private @Nullable ByteBuffer elements() {
    IncomingMessage message = current;
    try {
      return payload().window(offset, chunkLeft, trusted);
    } catch (WeirException e) { // too little memory
      if (message != null) {
        message.refuse(e);
      }
      return null;
    }
  }

  private IncomingPayload payload() {
    IncomingMessage message = current;
    if (message == null) {
      throw new IllegalStateException("no message is being read");
    }
    return message.payloads().get(next);
  }

  private long scatter(ByteBuffer elements) throws IOException {
    scattered[0] = elements;
    scattered[1] = in.limit(Math.min(in.position() + BESIDE_ELEMENTS, in.capacity()));
    long count = channel.read(scattered);
    in.limit(in.capacity());
    int taken = (int) Math.min(Math.max(count, 0), chunkLeft);
    if (taken > 0) {
      sum(elements.slice(0, taken));
      advance(taken);
    }
    return count;
  }

  private void parse() throws DamagedFrameException {
    in.flip();
    boolean more = true;
    while (more) {
      more = chunkLeft > 0 ? takeElements() : takeFrame();
    }
    in.compact();
  }

  private boolean takeElements() throws DamagedFrameException {
    int count = Math.min(in.remaining(), chunkLeft);
    if (count == 0) {
      return false;
    }
    ByteBuffer elements = elements();
    if (elements != null) {
      elements.put(0, in, in.position(), count);
    }
    sum(in.slice(in.position(), count));
    in.position(in.position() + count);
    advance(count);
    return true;
  }

  private void sum(ByteBuffer elements) {
    if (summed) {
      checksum.update(elements);
    }
  }

  /** Compares the checksum of a complete chunk. */
  private void checkChunk() throws DamagedFrameException {
    if (summed && (int) checksum.getValue() != expected) {
      throw mismatch(
          String.format(
              Locale.ROOT,
              "chunk of call %d (%s, up to byte %d of %d)",
              currentCall,
              payload().name(),
              offset,
              payload().byteSize()));
    }
  }

  private DamagedFrameException mismatch(String where) {
    return new DamagedFrameException(
        String.format(
            Locale.ROOT,
            "checksum mismatch; %s: CRC32C is %08x, not %08x",
            where,
            (int) checksum.getValue(),
            expected));
  }

  private void advance(int count) throws DamagedFrameException {
    offset += count;
    chunkLeft -= count;
    if (chunkLeft == 0) {
      checkChunk();
    }
    long size = payload().byteSize();
    if (offset == size) {
      trusted = Math.max(trusted, 2 * size);
      next++;
      offset = 0;
      IncomingMessage message = current;
      if (message != null && next == message.payloads().size()) {
        current = null;
        message.complete();
      }
    }
  }

  private boolean takeFrame() throws DamagedFrameException {
    if (in.remaining() < Frames.HEADER) {
      return false;
    }
    int at = in.position();
    int length = in.getInt(at);
    byte kind = in.get(at + 4);
    long call = in.getLong(at + 8);
    if (!admitted) {
      checkHello(kind, call, length);
    }
    beginChecksum(at);
    if (admitted && kind == Frames.CHUNK) {
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
    sum(in.slice(at + Frames.HEADER, length));
    if (summed && (int) checksum.getValue() != expected) {
      throw mismatch(kind == Frames.HELLO ? "greeting" : Frames.name(kind) + " of call " + call);
    }
    byte method = in.get(at + 5);
    in.limit(end).position(at + Frames.HEADER);
    take(kind, method, call);
    in.limit(limit).position(end);
    if (kind == Frames.HELLO) {
      admit();
    }
    return true;
  }

  /** Gives the other end the memory that it needs; what it has sent already is kept. */
  private void admit() {
    admitted = true;
    alwaysSummed = summed;
    in = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN).put(in).flip();
  }

  private void beginChecksum(int header) throws DamagedFrameException {
    summed = in.get(header + Frames.FLAG_AT) != 0;
    if (summed ? Frames.parity(in, header) != 0 : alwaysSummed) {
      throw new DamagedFrameException(
          "checksum mismatch; header of a frame: "
              + (summed ? "its parity is wrong" : "it says that there is no checksum"));
    }
    if (summed) {
      expected = in.getInt(header + Frames.CHECKSUM_AT);
      checksum.reset();
      checksum.update(in.slice(header, Frames.CHECKSUM_AT));
    }
  }

  private void checkHello(byte kind, long call, int length) {
    if (kind != Frames.HELLO || call != Frames.MAGIC || length < 0 || length > Frames.MAX_HELLO) {
      throw WeirException.invalidArgument("the peer does not speak the streams protocol");
    }
  }

  private void beginChunk(long call, int length) {
    IncomingMessage message = current;
    if (message == null || call != currentCall) {
      throw WeirException.invalidArgument("elements came for call %d, which awaits none", call);
    }
    long left = message.payloads().get(next).byteSize() - offset;
    if (length <= 0 || length > Frames.MAX_CHUNK || length > left) {
      throw WeirException.invalidArgument(
          "a chunk of %d bytes came where %d bytes are left", length, left);
    }
    chunkLeft = length;
  }

  private void take(byte kind, byte method, long call) {
    if (admitted == (kind == Frames.HELLO)) {
      throw WeirException.invalidArgument("a greeting comes first, and once");
    }
    switch (kind) {
      case Frames.HELLO -> taker.hello(reader(in));
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
    return new MessageIn(bytes, options.allocator(), options.maxMessageBytes());
  }

  private void part(long call) {
    if (current != null || (partsSize > 0 && partsCall != call)) {
      throw WeirException.invalidArgument("a part of call %d came amidst another message", call);
    }
    int count = in.remaining();
    long most = Math.min(options.maxMessageBytes(), MAX_PARTS);
    if (partsSize + count > most) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          String.format(
              Locale.ROOT,
              "the message of call %d has more than %s besides the elements of its tensors",
              call,
              ByteSize.format(most)));
    }
    if (count == 0) {
      return;
    }
    GrowingBuffer bytes = parts;
    if (bytes == null) {
      bytes = new GrowingBuffer(options.allocator(), "a received message");
      parts = bytes;
    }
    if (partsSize + count > bytes.capacity()) {
      bytes.grow(Math.min(most, Math.max(2 * partsSize, partsSize + count)), partsSize);
    }
    bytes.window(partsSize, count).put(in);
    partsCall = call;
    partsSize += count;
  }

  private void message(byte kind, byte number, long call) {
    Rpc<?, ?> rpc = Rpcs.ofStreamNumber(number);
    if (rpc == null) {
      throw WeirException.invalidArgument("no method has the number %d", number);
    }
    MessageIn message;
    if (partsSize > 0 && partsCall == call) {
      part(call);
      message = whole();
    } else {
      message = reader(in);
    }
    IncomingMessage inbound;
    try {
      inbound = taker.message(kind, rpc, call, message);
    } catch (RuntimeException e) {
      message.giveBack();
      message.close();
      throw e;
    }
    if (inbound == null) {
      message.close();
      return;
    }
    if (inbound.payloads().isEmpty()) {
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

  /** The message of which all parts have come. */
  private MessageIn whole() {
    GrowingBuffer bytes = parts;
    if (bytes == null) {
      throw new IllegalStateException("no part has come");
    }
    int size = (int) partsSize;
    parts = null;
    partsSize = 0;
    return new MessageIn(
        bytes.window(0, size), bytes, options.allocator(), options.maxMessageBytes());
  }

  private void dropParts() {
    if (parts != null) {
      parts.release();
    }
    parts = null;
    partsSize = 0;
  }

  private void drop(long call) {
    if (partsSize > 0 && partsCall == call) {
      dropParts();
    } else if (current != null && currentCall == call) {
      IncomingMessage dropped = current;
      current = null;
      dropped.drop();
    }
  }

  /** Discards the rest of a message. */
  void abandon(long call) {
    if (current != null && currentCall == call) {
      current.abandon();
    }
  }

  /** Gives back what has been read of a message. */
  void close() {
    IncomingMessage message = current;
    current = null;
    chunkLeft = 0;
    dropParts();
    if (message != null) {
      message.abandon();
    }
  }
}

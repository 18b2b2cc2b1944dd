package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages of a connection. The thread that has a message writes it at once if no other
 * thread is writing; what the socket does not take is left to the loop. Small messages go between
 * the chunks of large ones, which go one after the other and wait as references, not as copies.
 * Thread-safe.
 */
final class FrameWriter {
  /** Bytes per turn, after which other connections are served. */
  private static final long TURN = 8 << 20;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final StreamChannel channel;
  private final Traffic traffic;
  private final Runnable whenBlocked;
  private final Consumer<IOException> whenBroken;
  private final Queue<OutgoingMessage> small = new ConcurrentLinkedQueue<>();
  private final Queue<OutgoingMessage> large = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicLong sent = new AtomicLong();
  private final Duration timeout;
  private final StreamProgress progress;
  private final MessageOut out;
  private final ByteBuffer[] gathered = new ByteBuffer[2];
  private @Nullable ByteBuffer bytes;
  private @Nullable ByteBuffer window;
  private volatile @Nullable Sending sending;
  private volatile boolean pending;
  private volatile boolean blocked;
  private volatile boolean closed;
  private volatile boolean wide;

  /** A large message of which some has been sent. */
  private static final class Sending {
    final OutgoingMessage message;
    final List<Payload> payloads;
    int next;
    long offset;

    Sending(OutgoingMessage message, List<Payload> payloads) {
      this.message = message;
      this.payloads = payloads;
    }
  }

  /**
   * A writer.
   *
   * @param timeout how long what is to be sent may make no progress
   * @param whenBlocked has {@link #resume} called when the socket takes bytes again
   * @param whenBroken called if the connection is broken
   */
  FrameWriter(
      StreamChannel channel,
      boolean checksums,
      Traffic traffic,
      Duration timeout,
      Runnable whenBlocked,
      Consumer<IOException> whenBroken) {
    this.channel = channel;
    this.out = new MessageOut(checksums);
    this.traffic = traffic;
    this.timeout = timeout;
    this.progress = new StreamProgress(timeout);
    this.whenBlocked = whenBlocked;
    this.whenBroken = whenBroken;
  }

  /** Sends a message, now or when it is its turn. */
  void send(OutgoingMessage message) {
    (message.isLarge() ? large : small).add(message);
    flush();
    if (closed) {
      close();
    }
  }

  /** How many bytes the buffer has in which messages are written. */
  int bufferBytes() {
    return out.capacity();
  }

  /** From now on there is memory for many messages at once. */
  void widen() {
    wide = true;
  }

  /** The socket takes bytes again. */
  void resume() {
    blocked = false;
    flush();
  }

  /**
   * Fails if the other end does not take what is to be sent, so that nothing is kept for a peer
   * that is hung or hostile. Only the loop calls it.
   */
  void checkProgress(long nowNanos) {
    if (!hasWork()) {
      progress.rest(nowNanos);
    } else if (progress.isMissing(nowNanos, sent.get(), held())) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          String.format(
              Locale.ROOT,
              "outgoing messages made too little progress for %d ms: the peer does not read them",
              timeout.toMillis()));
    }
  }

  /** How many bytes of memory wait to be sent. */
  private long held() {
    Sending now = sending;
    long held = now == null ? 0 : now.message.byteSize();
    for (OutgoingMessage message : large) {
      held += message.byteSize();
    }
    return held;
  }

  private void flush() {
    while (!blocked && !closed && hasWork()) {
      if (writing.isHeldByCurrentThread() || !writing.tryLock()) {
        return; // who has it looks again afterward
      }
      try {
        write();
      } catch (IOException e) {
        blocked = true;
        whenBroken.accept(e);
      } catch (RuntimeException e) {
        blocked = true;
        whenBroken.accept(new IOException("a message cannot be written", e));
      } finally {
        writing.unlock();
      }
    }
  }

  private boolean hasWork() {
    return pending || sending != null || !small.isEmpty() || !large.isEmpty();
  }

  private void write() throws IOException {
    long written = 0;
    while (!blocked && !closed) {
      if (!pending) {
        prepare();
        if (!pending) {
          return;
        }
      }
      long count = transfer();
      traffic.sent(count);
      sent.addAndGet(count);
      written += count;
      if (isSent(bytes) && isSent(window)) {
        finish();
      } else {
        block();
      }
      if (written > TURN) {
        block();
      }
    }
  }

  private void block() {
    blocked = true;
    whenBlocked.run();
  }

  private static boolean isSent(@Nullable ByteBuffer buffer) {
    return buffer == null || !buffer.hasRemaining();
  }

  /** Collects what can go next: small messages, and a chunk. */
  private void prepare() {
    if (wide) {
      out.widen();
    }
    boolean isGreeting = false;
    while (!out.isFull()) {
      OutgoingMessage message = small.poll();
      if (message == null) {
        break;
      }
      if (message.begin()) {
        encode(message);
      } else {
        message.release();
      }
      if (message.kind() == Frames.HELLO) {
        isGreeting = true; // it goes alone: what follows may be sent without TLS
        break;
      }
    }
    while (!isGreeting && sending == null && !out.isFull()) {
      OutgoingMessage message = large.poll();
      if (message == null) {
        break;
      }
      if (message.begin()) {
        encode(message);
      } else {
        message.release();
      }
    }
    Sending now = sending;
    if (now != null) {
      nextChunk(now);
    }
    bytes = out.flip();
    pending = bytes.hasRemaining();
    if (!pending) {
      bytes = null;
      out.reuse();
    }
  }

  private void encode(OutgoingMessage message) {
    out.begin(message.kind(), message.method(), message.call());
    try {
      message.write(out);
    } catch (RuntimeException e) {
      out.takeBack();
      message.release();
      message.failed(RpcFailures.of(e));
      return;
    }
    List<Payload> payloads = out.payloads();
    boolean isLong = out.length() > Frames.MAX_LENGTH;
    if (!isLong && payloads.isEmpty()) {
      out.end();
      message.release();
    } else if (sending != null) { // larger than it said: it waits for its turn
      out.takeBack();
      putBack(message);
    } else if (isLong) {
      sending = new Sending(message, withHead(out.takeBack(), message.kind(), payloads));
    } else {
      out.end();
      sending = new Sending(message, payloads);
    }
  }

  private void putBack(OutgoingMessage message) {
    if (message.putBack()) {
      large.add(message);
    } else {
      message.release();
    }
  }

  private static List<Payload> withHead(byte[] head, byte kind, List<Payload> rest) {
    int last = head.length - Frames.MAX_LENGTH;
    List<Payload> payloads = new ArrayList<>();
    payloads.add(new Payload.Head(Frames.PART, head, 0, last));
    payloads.add(new Payload.Head(kind, head, last, Frames.MAX_LENGTH));
    payloads.addAll(rest);
    return payloads;
  }

  private void nextChunk(Sending now) {
    OutgoingMessage message = now.message;
    if (message.isBrokenOff()) {
      out.header(Frames.DROP, message.method(), message.call(), NOTHING);
      over(now);
      return;
    }
    Payload payload = now.payloads.get(now.next);
    int count = (int) Math.min(payload.mostAtOnce(), payload.byteSize() - now.offset);
    ByteBuffer elements = payload.window(now.offset, count);
    out.header(payload.kind(), message.method(), message.call(), elements);
    window = elements;
    now.offset += count;
  }

  private long transfer() throws IOException {
    ByteBuffer first = bytes;
    ByteBuffer second = window;
    if (first == null) {
      throw new IllegalStateException("nothing was prepared");
    }
    if (second == null) {
      return channel.write(first);
    }
    if (!first.hasRemaining()) {
      return channel.write(second);
    }
    gathered[0] = first;
    gathered[1] = second;
    return channel.write(gathered);
  }

  private void finish() {
    pending = false;
    bytes = null;
    window = null;
    out.reuse();
    Sending now = sending;
    if (now != null && now.offset == now.payloads.get(now.next).byteSize()) {
      now.next++;
      now.offset = 0;
      if (now.next == now.payloads.size()) {
        over(now);
      }
    }
  }

  private void over(Sending done) {
    sending = null;
    done.message.release();
  }

  /** Sends no more, and releases what waits. */
  void close() {
    closed = true;
    writing.lock();
    try {
      Sending now = sending;
      if (now != null) {
        over(now);
      }
      bytes = null;
      window = null;
      pending = false;
      releaseAll(small);
      releaseAll(large);
    } finally {
      writing.unlock();
    }
  }

  private static void releaseAll(Queue<OutgoingMessage> queue) {
    for (OutgoingMessage message = queue.poll(); message != null; message = queue.poll()) {
      message.release();
    }
  }
}

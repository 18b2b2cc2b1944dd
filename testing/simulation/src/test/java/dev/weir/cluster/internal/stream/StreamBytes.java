package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of messages on streams, for a simulated network: frames with headers, parts, chunks and
 * checksums, written and read by the classes that real connections use. Single-threaded.
 */
public final class StreamBytes {
  private static final FrameBytes SENT = new FrameBytes();
  private static final FrameWriter WRITER =
      new FrameWriter(
          SENT,
          true,
          new Traffic(),
          Duration.ofDays(1), // what is written is read at once
          () -> {},
          broken -> {
            throw new UncheckedIOException(broken);
          });
  private static final byte[] HELLO =
      frames(new Sent(Frames.HELLO, (byte) 0, Frames.MAGIC, out -> {}));

  private static ReceivedFrames received = new ReceivedFrames(HELLO);
  private static long calls;

  private StreamBytes() {}

  /** A message that is sent. */
  private static final class Sent extends OutgoingMessage {
    private final Consumer<MessageOut> write;

    Sent(byte kind, byte method, long call, Consumer<MessageOut> write) {
      super(kind, method, call);
      this.write = write;
    }

    @Override
    boolean isLarge() {
      return true;
    }

    @Override
    void write(MessageOut out) {
      write.accept(out);
    }

    @Override
    void failed(WeirException because) {
      throw because;
    }
  }

  /** Encodes a request; the result decodes it into a receiver's memory. */
  public static <Q> Function<Allocator, Q> encodeRequest(Rpc<Q, ?> rpc, Q request) {
    return encode(Frames.REQUEST, rpc.stream().number(), rpc.stream().request(), request);
  }

  /** Encodes a response; the result decodes it into a receiver's memory. */
  public static <R extends @Nullable Object> Function<Allocator, R> encodeResponse(
      Rpc<?, R> rpc, R response) {
    return encode(Frames.ANSWER, rpc.stream().number(), rpc.stream().response(), response);
  }

  private static <T extends @Nullable Object> Function<Allocator, T> encode(
      byte kind, byte method, StreamCodec<T> codec, T message) {
    byte[] bytes = frames(new Sent(kind, method, ++calls, out -> codec.write(message, out)));
    return allocator -> decode(bytes, allocator, codec);
  }

  private static byte[] frames(OutgoingMessage message) {
    WRITER.send(message);
    return SENT.take();
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the codec read it, null if T is nullable
  private static <T extends @Nullable Object> T decode(
      byte[] bytes, Allocator to, StreamCodec<T> codec) {
    try {
      return (T) received.read(bytes, to, codec);
    } catch (RuntimeException e) {
      received = new ReceivedFrames(HELLO); // as a connection that broke
      throw e;
    }
  }
}

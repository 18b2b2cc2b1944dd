package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** One end of a stream that reads messages from frames, as a connection does. */
final class ReceivedFrames {
  private static final long MOST_BYTES = 1L << 30;

  private final FrameBytes channel = new FrameBytes();
  private final LentAllocator memory = new LentAllocator();
  private final FrameReader reader;
  private @Nullable StreamCodec<?> codec;
  private @Nullable Object message;
  private @Nullable WeirException failure;

  /**
   * An end that has been greeted.
   *
   * @param hello the frames of the greeting
   */
  ReceivedFrames(byte[] hello) {
    StreamOptions options =
        new StreamOptions(true, 0, false, false, MOST_BYTES, true, StreamLimits.DEFAULT, memory);
    this.reader = new FrameReader(channel, new Taker(), options, new Traffic());
    readAll(hello);
  }

  private final class Taker implements FrameReader.Taker {
    @Override
    public void hello(MessageIn in) {}

    @Override
    public IncomingMessage message(byte kind, Rpc<?, ?> rpc, long call, MessageIn in) {
      StreamCodec<?> expected = codec;
      if (expected == null) {
        throw new IllegalStateException("no message is expected");
      }
      return inbound(in, expected);
    }

    private <T extends @Nullable Object> IncomingMessage inbound(MessageIn in, StreamCodec<T> how) {
      T begun = in.read(how);
      return new IncomingMessage(in) {
        @Override
        void completed() {
          T whole = in.complete(begun, how);
          failure = in.failure();
          if (failure == null) {
            message = whole;
            in.handOver();
          } else {
            in.giveBack();
          }
        }

        @Override
        void dropped() {}
      };
    }

    @Override
    public void error(long call, MessageIn in) {
      throw new IllegalStateException("a message is expected, not an error");
    }

    @Override
    public void cancel(long call) {
      throw new IllegalStateException("a message is expected, not its end");
    }
  }

  /** Reads a message of which these are all frames; its tensors come from this memory. */
  @Nullable Object read(byte[] frames, Allocator to, StreamCodec<?> expected) {
    memory.lend(to);
    codec = expected;
    message = null;
    failure = null;
    readAll(frames);
    if (failure != null) {
      throw failure;
    }
    return message;
  }

  private void readAll(byte[] frames) {
    channel.give(frames);
    try {
      while (channel.hasInput()) {
        reader.read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

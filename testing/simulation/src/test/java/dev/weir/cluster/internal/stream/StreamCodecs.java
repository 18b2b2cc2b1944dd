package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.simulation.Codec;
import dev.weir.tensor.memory.Allocator;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The messages of streams, for a simulated network: as frames with headers, parts, chunks and
 * checksums, which the writer and the reader of connections write and read. They have one thread.
 */
public final class StreamCodecs {
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

  public static final Codec<RunGraph> RUN_GRAPH =
      of(Frames.REQUEST, Method.RUN_GRAPH, Records::write, Records::runGraph);

  public static final Codec<RunStep> RUN_STEP =
      of(Frames.REQUEST, Method.RUN_STEP, Records::write, Records::runStep);

  public static final Codec<RunCallable> RUN_CALLABLE =
      of(Frames.REQUEST, Method.RUN_CALLABLE, Records::write, Records::runCallable);

  public static final Codec<StepResult> STEP_RESULT =
      of(Frames.ANSWER, Method.RUN_STEP, Records::write, Records::stepResult);

  public static final Codec<ReceiveTensor> RECEIVE_TENSOR =
      of(Frames.REQUEST, Method.RECEIVE_TENSOR, Records::write, Records::receiveTensor);

  public static final Codec<ReceivedTensor> RECEIVED_TENSOR =
      of(Frames.ANSWER, Method.RECEIVE_TENSOR, Records::write, Records::receivedTensor);

  private StreamCodecs() {}

  /** A message that is sent. */
  private static final class Sent extends Outgoing {
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

  private static <T> Codec<T> of(
      byte kind, Method method, BiConsumer<T, MessageOut> write, Function<MessageIn, T> read) {
    return new Codec<>(
        message ->
            frames(new Sent(kind, method.number(), ++calls, out -> write.accept(message, out))),
        (bytes, to) -> decode(bytes, to, read));
  }

  private static byte[] frames(Outgoing message) {
    WRITER.send(message);
    return SENT.take();
  }

  @SuppressWarnings("unchecked") // what was read is what the function reads
  private static <T> T decode(byte[] bytes, Allocator to, Function<MessageIn, T> read) {
    try {
      return (T) Objects.requireNonNull(received.read(bytes, to, read));
    } catch (RuntimeException e) {
      received = new ReceivedFrames(HELLO); // as a connection that broke
      throw e;
    }
  }
}

package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a message may take to arrive, at times that the test says. */
final class TestFrameReader {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MIB = 1 << 20;

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final Fed channel = new Fed();
  private final Counting taker = new Counting();
  private final FrameReader reader =
      new FrameReader(
          channel,
          taker,
          StreamOptions.on(allocator).toBuilder()
              .limits(StreamLimits.DEFAULT.withProgress(LIMIT))
              .build(),
          new Traffic());
  private long now = System.nanoTime();

  /** A channel in which is what a test puts there. */
  private static final class Fed implements StreamChannel {
    private ByteBuffer bytes = ByteBuffer.allocate(0);

    @Override
    public long read(ByteBuffer target) {
      int count = Math.min(target.remaining(), bytes.remaining());
      target.put(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public long read(ByteBuffer[] targets) {
      long count = 0;
      for (ByteBuffer target : targets) {
        count += read(target);
      }
      return count;
    }

    @Override
    public long write(ByteBuffer source) {
      throw new UnsupportedOperationException("nothing is written");
    }

    @Override
    public long write(ByteBuffer[] sources) {
      throw new UnsupportedOperationException("nothing is written");
    }
  }

  /** Takes requests to run graphs. */
  private static final class Counting implements FrameReader.Taker {
    private int taken;

    @Override
    public void hello(MessageIn in) {
      assertThat(in.number()).isEqualTo(Frames.VERSION);
    }

    @Override
    public @Nullable IncomingMessage message(byte kind, Rpc<?, ?> method, long call, MessageIn in) {
      assertThat(in.longNumber()).isPositive();
      var unused = in.read(Rpcs.RUN_GRAPH.stream().request());
      return new IncomingMessage(in) {
        @Override
        void completed() {
          taken++;
          in.giveBack();
        }

        @Override
        void dropped() {}
      };
    }

    @Override
    public void error(long call, MessageIn in) {}

    @Override
    public void cancel(long call) {}
  }

  @BeforeEach
  void greet() throws IOException {
    feed(stream -> stream.greet(Frames.VERSION, 1, ""));
  }

  @AfterEach
  void nothingStays() {
    reader.close();
    Leaks.assertInUse(allocator, 0);
  }

  private void feed(RawStream.Written written) throws IOException {
    channel.bytes = ByteBuffer.wrap(RawStream.bytes(written));
    while (channel.bytes.hasRemaining()) {
      reader.read();
    }
  }

  private void begin(long call, long bytes) throws IOException {
    feed(stream -> stream.request(Rpcs.RUN_GRAPH, call, RawStream.runGraph(DType.UINT8, bytes)));
  }

  private void chunk(long call, int bytes) throws IOException {
    feed(stream -> stream.chunk(call, new byte[bytes]));
  }

  private void tick() {
    now += Duration.ofSeconds(1).toNanos();
    reader.checkProgress(now);
  }

  private void tickUntilItFails(String message) {
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10 * LIMIT.toSeconds(); i++) {
                tick();
              }
            })
        .isInstanceOfSatisfying(
            WeirException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessage(message);
  }

  @Test
  void tensorsThatMakeProgressAreTaken() throws IOException {
    int pieces = 200;
    int piece = 1 << 10;
    begin(1, (long) pieces * piece);
    for (int i = 0; i < pieces; i++) {
      tick();
      chunk(1, piece);
    }
    tick();
    assertThat(taker.taken).isEqualTo(1);
  }

  @Test
  void tensorsThatMakeNoProgressAreGivenUp() throws IOException {
    begin(1, 16 * MIB);
    chunk(1, 1000);
    tickUntilItFails(
        "a tensor of call 1, of which 1000 of 16777216 bytes came, made no progress for 30000 ms");
  }

  @Test
  void silenceBetweenMessagesIsNoLackOfProgress() throws IOException {
    for (int call = 1; call < 10; call++) {
      begin(call, MIB);
      chunk(call, MIB / 2);
      tick();
      chunk(call, MIB / 2);
      for (int i = 0; i < 2 * LIMIT.toSeconds(); i++) {
        tick();
      }
    }
    assertThat(taker.taken).isEqualTo(9);
  }

  /** A peer gets memory in advance for as long as it sends without a break. */
  @Test
  void aStalledSenderGetsNoMemoryInAdvance() throws IOException {
    begin(1, 16 * MIB);
    for (int i = 0; i < 32; i++) {
      tick();
      chunk(1, MIB / 2);
    }
    begin(2, 16 * MIB);
    chunk(2, 1000);
    assertThat(allocator.usage().inUse()).isGreaterThanOrEqualTo(16 * MIB);
    feed(stream -> stream.frame(Frames.DROP, null, 2, out -> {}));
    begin(3, MIB);
    chunk(3, MIB / 2);
    tick();
    tick(); // nothing came
    chunk(3, MIB / 2);
    begin(4, 16 * MIB);
    chunk(4, 1000);
    assertThat(allocator.usage().inUse()).isLessThan(8 * MIB);
  }
}

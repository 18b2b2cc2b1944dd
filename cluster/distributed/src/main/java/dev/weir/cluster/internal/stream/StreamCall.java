package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.StreamCodec;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The future of a call that is in flight. If it ends by anything but a message from the peer, for
 * example by cancellation, the peer gets a cancel frame.
 */
final class StreamCall<T extends @Nullable Object> extends CompletableFuture<T> {
  /** Longer limits are cut to this. */
  static final Duration LONGEST = Duration.ofDays(365);

  private final ClientConnection connection;
  private final long number;
  private final Rpc<?, T> rpc;
  private final String subject;
  private final Duration limit;
  private final long deadlineNanos;
  private volatile @Nullable OutgoingMessage request;
  private volatile @Nullable Future<?> timer;

  /**
   * A call.
   *
   * @param subject how errors name what it asks for; empty if the response has names of its own
   */
  StreamCall(
      ClientConnection connection, long number, Rpc<?, T> rpc, String subject, Duration limit) {
    this.connection = connection;
    this.number = number;
    this.rpc = rpc;
    this.subject = subject;
    this.limit = limit;
    this.deadlineNanos = System.nanoTime() + nanos(limit);
  }

  /** A limit in nanoseconds, cut to {@link #LONGEST}. */
  static long nanos(Duration limit) {
    return (limit.compareTo(LONGEST) > 0 ? LONGEST : limit).toNanos();
  }

  long number() {
    return number;
  }

  Rpc<?, T> rpc() {
    return rpc;
  }

  Duration limit() {
    return limit;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  void request(OutgoingMessage sent) {
    request = sent;
  }

  @Nullable OutgoingMessage request() {
    return request;
  }

  /** Stops a clock when the call is over. */
  void timer(Future<?> running) {
    timer = running;
    if (isDone()) {
      running.cancel(false);
    }
  }

  private void stopTimer() {
    Future<?> running = timer;
    if (running != null) {
      running.cancel(false);
    }
  }

  /** Reads the answer. */
  IncomingMessage read(MessageIn in) {
    if (!subject.isEmpty()) {
      in.about("tensor \"" + subject + "\"");
    }
    StreamCodec<T> codec = rpc.stream().response();
    T read = in.read(codec);
    return new IncomingMessage(in) {
      @Override
      void completed() {
        connection.forget(StreamCall.this);
        T value = in.complete(read, codec);
        CompressedIn packed = in.packed();
        in.handOver();
        if (packed == null) {
          answered(in.failure(), value);
        } else {
          CompressionPool.run(packed.unpackedSize(), () -> unpack(packed));
        }
      }

      @Override
      void dropped() {
        refused(new WeirException(ErrorCode.CANCELLED, "the response was withdrawn"));
      }
    };
  }

  private void unpack(CompressedIn packed) {
    T value;
    try {
      value = rpc.stream().response().uncompressed(packed.unpack(connection.allocator()));
    } catch (RuntimeException | Error e) {
      WeirException failure = RpcFailures.of(e);
      failed(connection.named(failure));
      if (Connection.isDamage(failure)) {
        connection.fail(failure);
      }
      return;
    }
    answered(null, value);
  }

  private void answered(@Nullable WeirException failure, T value) {
    if (failure != null) {
      failed(failure);
      return;
    }
    stopTimer();
    if (!super.complete(value)) {
      TensorCarrier.release(value);
    }
  }

  /** The request cannot be sent. */
  void refused(WeirException because) {
    connection.forget(this);
    failed(because);
  }

  /** The other end, or the connection, has ended it. */
  void failed(WeirException because) {
    stopTimer();
    super.completeExceptionally(because);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return givenUp(super.cancel(mayInterruptIfRunning));
  }

  @Override
  public boolean complete(T value) {
    return givenUp(super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable because) {
    return givenUp(super.completeExceptionally(because));
  }

  private boolean givenUp(boolean now) {
    if (now) {
      stopTimer();
      connection.giveUp(this);
    }
    return now;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}

package dev.weir.cluster.internal.stream;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.Failures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that is called by streams if it can be, by gRPC otherwise. Which it is comes out at the
 * first call. A call that fails is not tried again; the next one finds out anew, since a task that
 * was restarted listens elsewhere. Thread-safe.
 */
final class HybridPeer {
  private static final Logger LOG = LoggerFactory.getLogger(HybridPeer.class);

  /** For a task to say what it is. */
  private static final Duration STATUS = Duration.ofSeconds(10);

  /** What is usual before another attempt is made at streams that did not work. */
  static final Duration RETRY = Duration.ofSeconds(30);

  private final String address;
  private final WorkerPort grpc;
  private final Streams streams;
  private final Duration retry;
  private volatile @Nullable CallingConnection stream;
  private volatile boolean plain;
  private volatile long plainUntilNanos;
  private @Nullable CompletableFuture<@Nullable Void> asking;

  /**
   * A task.
   *
   * @param retry after so long another attempt is made at streams that did not work
   */
  HybridPeer(String address, WorkerPort grpc, Streams streams, Duration retry) {
    this.address = address;
    this.grpc = grpc;
    this.streams = streams;
    this.retry = retry;
  }

  /** Whether no call is under way, and none is about to be. */
  boolean isIdle() {
    CallingConnection open = stream;
    synchronized (this) {
      return asking == null && (open == null || open.isIdle());
    }
  }

  /** Ends the connection, if there is one; the next call makes another. */
  void hangUp() {
    CallingConnection open = stream;
    if (open != null) {
      open.hangUp();
    }
  }

  /**
   * Calls a method.
   *
   * @param body writes the request for a stream
   * @param held the request's tensors, whose references this takes over
   * @param byGrpc calls it by gRPC
   */
  <T extends @Nullable Object> CompletableFuture<T> call(
      ResponseCodec<T> answers,
      Consumer<MessageOut> body,
      List<Tensor> held,
      Duration limit,
      Supplier<CompletableFuture<T>> byGrpc) {
    CallingConnection open = stream;
    if (open != null && !open.hasEnded()) {
      return open.call(answers, body, held, limit);
    }
    if (plain && plainUntilNanos - System.nanoTime() > 0) {
      return callPlain(byGrpc, held);
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    Future<?> timer = streams.later(limit, () -> late(answers.method(), limit, answer));
    Futures.whenDone(
        asked(),
        (none, error) -> {
          timer.cancel(false);
          CallingConnection made = stream;
          if (answer.isDone()) {
            release(held);
          } else if (made != null && !made.hasEnded()) {
            Futures.follow(made.call(answers, body, held, limit), answer, answers.giveBack());
          } else {
            Futures.follow(callPlain(byGrpc, held), answer, answers.giveBack());
          }
        });
    return answer;
  }

  private <T extends @Nullable Object> CompletableFuture<T> callPlain(
      Supplier<CompletableFuture<T>> byGrpc, List<Tensor> held) {
    try {
      CompletableFuture<T> answer = byGrpc.get();
      Futures.whenDone(
          answer,
          (value, error) -> {
            if (error instanceof WeirException failure && failure.code() == ErrorCode.UNAVAILABLE) {
              plain = false; // another task may be there when it is back
            }
          });
      return answer;
    } finally {
      release(held);
    }
  }

  private void late(Method method, Duration limit, CompletableFuture<?> answer) {
    answer.completeExceptionally(CallingConnection.late(method, address, limit));
  }

  private static void release(List<Tensor> held) {
    held.forEach(tensor -> tensor.buffer().release());
  }

  /** Done, well or not, when the task has been asked what it is, and a connection made. */
  private CompletableFuture<@Nullable Void> asked() {
    CompletableFuture<@Nullable Void> asked = new CompletableFuture<>();
    synchronized (this) {
      if (asking != null) {
        return asking;
      }
      asking = asked;
    }
    Futures.whenDone(grpc.status(STATUS), (devices, error) -> told(devices, error, asked));
    return asked;
  }

  private void told(
      @Nullable List<DeviceInfo> devices,
      @Nullable Throwable error,
      CompletableFuture<@Nullable Void> asked) {
    if (devices == null) {
      LOG.debug("{} does not say what it is: {}", address, String.valueOf(error));
      over(asked);
      return;
    }
    Optional<StreamAddress> at =
        devices.stream().flatMap(each -> StreamAddress.of(each.description()).stream()).findFirst();
    if (at.isEmpty()) {
      bePlain(Call.LONGEST);
      over(asked);
      return;
    }
    Futures.whenDone(
        streams.connect(HostPort.parse(address).host(), at.get(), address),
        (made, failure) -> {
          if (made == null) {
            LOG.info("{} is called by gRPC, not by streams: {}", address, message(failure));
            bePlain(retry);
          } else {
            stream = made;
          }
          over(asked);
        });
  }

  private static String message(@Nullable Throwable failure) {
    return failure == null ? "" : String.valueOf(Failures.of(failure).getMessage());
  }

  private void bePlain(Duration howLong) {
    plainUntilNanos = System.nanoTime() + howLong.toNanos();
    plain = true;
  }

  private void over(CompletableFuture<@Nullable Void> asked) {
    synchronized (this) {
      asking = null;
    }
    asked.complete(null);
  }
}

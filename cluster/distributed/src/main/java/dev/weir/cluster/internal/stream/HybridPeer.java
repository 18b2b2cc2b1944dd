package dev.weir.cluster.internal.stream;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.cluster.internal.wire.TensorRequest;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
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
  private final StreamClient streams;
  private final Duration retry;
  private volatile @Nullable ClientConnection stream;
  private volatile boolean usesGrpc;
  private volatile long grpcUntilNanos;
  private @Nullable CompletableFuture<@Nullable Void> connecting;

  /**
   * A task.
   *
   * @param retry the delay before streams are tried again after a failure
   */
  HybridPeer(String address, WorkerPort grpc, StreamClient streams, Duration retry) {
    this.address = address;
    this.grpc = grpc;
    this.streams = streams;
    this.retry = retry;
  }

  /** Whether no call is under way, and none is about to be. */
  boolean isIdle() {
    ClientConnection open = stream;
    synchronized (this) {
      return connecting == null && (open == null || open.isIdle());
    }
  }

  /** Ends the connection, if there is one; the next call makes another. */
  void hangUp() {
    ClientConnection open = stream;
    if (open != null) {
      open.hangUp();
    }
  }

  /** Calls a method over a stream if there is one or one can be made, over gRPC otherwise. */
  <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    Q retained = TensorRequest.retained(request);
    ClientConnection open = stream;
    if (open != null && !open.hasEnded()) {
      return open.call(rpc, retained, timeout);
    }
    if (usesGrpc && grpcUntilNanos - System.nanoTime() > 0) {
      return callByGrpc(rpc, retained, timeout);
    }
    CompletableFuture<R> response = new CompletableFuture<>();
    Future<?> timer =
        streams.later(
            timeout,
            () -> response.completeExceptionally(ClientConnection.late(rpc, address, timeout)));
    Futures.whenDone(
        connected(),
        (none, error) -> {
          timer.cancel(false);
          ClientConnection made = stream;
          if (response.isDone()) {
            TensorCarrier.release(retained);
          } else if (made != null && !made.hasEnded()) {
            Futures.follow(made.call(rpc, retained, timeout), response, TensorCarrier::release);
          } else {
            Futures.follow(callByGrpc(rpc, retained, timeout), response, TensorCarrier::release);
          }
        });
    return response;
  }

  private <Q, R extends @Nullable Object> CompletableFuture<R> callByGrpc(
      Rpc<Q, R> rpc, Q retained, Duration timeout) {
    try {
      CompletableFuture<R> response = grpc.call(rpc, retained, timeout);
      Futures.whenDone(
          response,
          (value, error) -> {
            if (error instanceof WeirException failure && failure.code() == ErrorCode.UNAVAILABLE) {
              usesGrpc = false; // a restarted task may offer streams
            }
          });
      return response;
    } finally {
      TensorCarrier.release(retained);
    }
  }

  /** Done, well or not, when the task has been asked what it is, and a connection made. */
  private CompletableFuture<@Nullable Void> connected() {
    CompletableFuture<@Nullable Void> asked = new CompletableFuture<>();
    synchronized (this) {
      if (connecting != null) {
        return connecting;
      }
      connecting = asked;
    }
    Futures.whenDone(grpc.status(STATUS), (devices, error) -> told(devices, error, asked));
    return asked;
  }

  private void told(
      @Nullable List<DeviceInfo> devices,
      @Nullable Throwable error,
      CompletableFuture<@Nullable Void> asked) {
    if (devices == null) {
      LOG.debug("{}: status request failed: {}", address, String.valueOf(error));
      over(asked);
      return;
    }
    Optional<StreamAddress> at =
        devices.stream().flatMap(each -> StreamAddress.of(each.description()).stream()).findFirst();
    if (at.isEmpty()) {
      useGrpc(StreamCall.LONGEST);
      over(asked);
      return;
    }
    Futures.whenDone(
        streams.connect(HostPort.parse(address).host(), at.get(), address),
        (made, failure) -> {
          if (made == null) {
            LOG.info("{}: using gRPC, streams are not available: {}", address, message(failure));
            useGrpc(retry);
          } else {
            stream = made;
          }
          over(asked);
        });
  }

  private static String message(@Nullable Throwable failure) {
    return failure == null ? "" : String.valueOf(RpcFailures.of(failure).getMessage());
  }

  private void useGrpc(Duration howLong) {
    grpcUntilNanos = System.nanoTime() + howLong.toNanos();
    usesGrpc = true;
  }

  private void over(CompletableFuture<@Nullable Void> asked) {
    synchronized (this) {
      connecting = null;
    }
    asked.complete(null);
  }
}

package dev.weir.cluster.grpc;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A task that is called: the connection to it, made when it is first needed. */
final class Peer {
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String address;
  private final ManagedChannel channel;
  private final @Nullable String token;
  private final AtomicLong lastRetry = new AtomicLong(System.nanoTime() - RETRY_NANOS);

  Peer(String address, ManagedChannel channel, @Nullable String token) {
    this.address = address;
    this.channel = channel;
    this.token = token;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Calls a method whose answer holds nothing. */
  <T extends @Nullable Object> CompletableFuture<T> call(
      MethodDescriptor<Outbound, Inbound<T>> method, Outbound request, Duration limit) {
    return call(method, request, limit, unwanted -> {});
  }

  /**
   * Calls a method.
   *
   * @param unwanted what to do with an answer nobody waits for any more
   */
  <T extends @Nullable Object> CompletableFuture<T> call(
      MethodDescriptor<Outbound, Inbound<T>> method,
      Outbound request,
      Duration limit,
      Consumer<T> unwanted) {
    connectSoon();
    Duration most = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
    Deadline deadline = Deadline.after(most.toNanos(), TimeUnit.NANOSECONDS);
    ConnectionFailures failures =
        new ConnectionFailures(String.valueOf(method.getBareMethodName()), address, most, deadline);
    PendingCall<T> call =
        new PendingCall<>(
            channel.newCall(method, CallOptions.DEFAULT.withDeadline(deadline)),
            request,
            unwanted,
            failures);
    Metadata headers = new Metadata();
    if (token != null) {
      Tokens.add(headers, token);
    }
    call.start(headers);
    return call;
  }

  /** After a failure gRPC waits longer and longer before it tries again; a caller does not. */
  private void connectSoon() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      long now = System.nanoTime();
      long last = lastRetry.get();
      if (now - last > RETRY_NANOS && lastRetry.compareAndSet(last, now)) {
        channel.resetConnectBackoff();
      }
    }
  }
}

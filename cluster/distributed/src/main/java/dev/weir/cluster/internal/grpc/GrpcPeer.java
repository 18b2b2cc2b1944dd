package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.internal.transport.Traffic;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A task that is called, and the connection to it, which gRPC makes when it is first needed. */
final class GrpcPeer {
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String address;
  private final ManagedChannel channel;
  private final AtomicInteger open = new AtomicInteger();
  private final @Nullable Token token;
  private final GrpcOptions options;
  private final Traffic traffic;
  private final SmallMessages small;
  private final AtomicLong lastRetry = new AtomicLong(System.nanoTime() - RETRY_NANOS);

  GrpcPeer(
      String address,
      ManagedChannel channel,
      @Nullable Token token,
      GrpcOptions options,
      Traffic traffic,
      SmallMessages small) {
    this.address = address;
    this.channel = channel;
    this.token = token;
    this.options = options;
    this.traffic = traffic;
    this.small = small;
  }

  /** Whether no call is in flight. */
  boolean isIdle() {
    return open.get() == 0;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Calls a method. A response that arrives after the caller gave up is released. */
  <T extends @Nullable Object> CompletableFuture<T> call(
      MethodDescriptor<EncodedMessage, DecodedMessage<T>> method,
      EncodedMessage request,
      Duration limit) {
    connectSoon();
    Duration most = limit.compareTo(LONGEST) < 0 ? limit : LONGEST;
    Deadline deadline = Deadline.after(most.toNanos(), TimeUnit.NANOSECONDS);
    GrpcFailures failures =
        new GrpcFailures(String.valueOf(method.getBareMethodName()), address, most, deadline);
    ReceivedBytes received = new ReceivedBytes(options.allocator(), traffic, small);
    CallOptions traced =
        CallOptions.DEFAULT.withDeadline(deadline).withStreamTracerFactory(tracer(received));
    PendingCall<T> call =
        new PendingCall<>(channel.newCall(method, traced), request, failures, received);
    Metadata headers = new Metadata();
    ErrorTrailer.accept(headers);
    if (token != null) {
      TokenMetadata.add(headers, token);
    }
    open.incrementAndGet();
    Futures.whenDone(call, (answer, error) -> open.decrementAndGet());
    call.start(headers);
    return call;
  }

  private ClientStreamTracer.Factory tracer(ReceivedBytes received) {
    return new ClientStreamTracer.Factory() {
      @Override
      public ClientStreamTracer newClientStreamTracer(
          ClientStreamTracer.StreamInfo info, Metadata headers) {
        return new ClientStreamTracer() {
          @Override
          public void inboundWireSize(long bytes) {
            received.add(bytes);
          }

          @Override
          public void outboundWireSize(long bytes) {
            traffic.sent(bytes);
          }

          @Override
          public void streamClosed(Status status) {
            received.close();
          }
        };
      }
    };
  }

  /** Skips the exponential backoff of gRPC after a failure, at most once per 100 ms. */
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

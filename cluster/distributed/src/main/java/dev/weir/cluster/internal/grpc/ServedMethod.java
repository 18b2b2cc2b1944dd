package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.protobuf.EncodedMessage;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A method that this task serves. It owns the tensors of requests and responses and releases them
 * whatever happens.
 */
final class ServedMethod<Q, R extends @Nullable Object> {
  private static final Logger LOG = LoggerFactory.getLogger(ServedMethod.class);
  private static final String COMPRESSION = "gzip";
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private final Rpc<Q, R> rpc;
  private final RpcPort port;

  /**
   * A method.
   *
   * @param port implements it
   */
  ServedMethod(Rpc<Q, R> rpc, RpcPort port) {
    this.rpc = rpc;
    this.port = port;
  }

  /**
   * What the calls of all methods of a task have in common.
   *
   * @param executor where requests are answered
   * @param allocator provides the memory of received tensors
   * @param maxMessageBytes larger requests are refused
   * @param progress how long a request may make no progress
   */
  record Serving(
      Executor executor,
      Allocator allocator,
      int maxMessageBytes,
      Duration progress,
      OpenCalls calls,
      RefusalLog refusals) {}

  ServerMethodDefinition<DecodedMessage<Q>, EncodedMessage> define(Serving serving) {
    ServerCallHandler<DecodedMessage<Q>, EncodedMessage> handler =
        (call, headers) -> {
          ConnectionTable.Accepted connection = ConnectionTable.of(call);
          if (connection != null) {
            connection.prove();
          }
          Served served =
              new Served(call, headers, serving, connection, Context.current().getDeadline());
          served.start();
          return served;
        };
    return ServerMethodDefinition.create(
        GrpcMethods.served(rpc, serving.allocator(), serving.maxMessageBytes()), handler);
  }

  /**
   * One call. gRPC delivers the events of a request one at a time; the end of the call may be
   * detected concurrently by others: {@link ReceivedBytes}, {@link OpenCalls}.
   */
  private final class Served extends ServerCall.Listener<DecodedMessage<Q>> {
    private final ServerCall<DecodedMessage<Q>, EncodedMessage> call;
    private final Metadata headers;
    private final Serving serving;
    private final ConnectionTable.@Nullable Accepted connection;
    private final @Nullable Deadline deadline;
    private final CallProgress progress = CallTracers.progress();
    private @Nullable DecodedMessage<Q> message;
    private @Nullable CompletableFuture<R> answer;
    private boolean cancelled;
    private boolean refused;

    Served(
        ServerCall<DecodedMessage<Q>, EncodedMessage> call,
        Metadata headers,
        Serving serving,
        ConnectionTable.@Nullable Accepted connection,
        @Nullable Deadline deadline) {
      this.call = call;
      this.headers = headers;
      this.serving = serving;
      this.connection = connection;
      this.deadline = deadline;
    }

    void start() {
      progress.received().whenExhausted(because -> serving.executor().execute(() -> end(because)));
      progress.receiving(this::stalled);
      serving.calls().add(progress);
      call.request(1);
    }

    @Override
    public void onMessage(DecodedMessage<Q> next) {
      progress.received().close();
      boolean isLate;
      synchronized (this) {
        isLate = refused;
        message = isLate ? null : next;
      }
      if (isLate) {
        releaseRequest(next);
      }
    }

    /** The peer keeps the call waiting. */
    private void stalled() {
      long millis = serving.progress().toMillis();
      if (!progress.isAnswering()) {
        end(
            new WeirException(
                ErrorCode.DEADLINE_EXCEEDED,
                String.format(
                    Locale.ROOT,
                    "the request of %s made no progress for %d ms; %d bytes received",
                    rpc.name(),
                    millis,
                    progress.received().total())));
      } else if (connection != null) {
        connection.close("the client does not read the response to " + rpc.name());
      }
    }

    /** Ends the call before its request is complete; what was received is released. */
    private void end(WeirException because) {
      DecodedMessage<Q> read;
      synchronized (this) {
        if (refused || !progress.isReceiving()) {
          return;
        }
        refused = true;
        read = message;
        message = null;
      }
      releaseRequest(read);
      refuse(because);
      close(because);
    }

    private void refuse(WeirException because) {
      serving
          .refusals()
          .add(
              rpc.name(),
              call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
              String.valueOf(because.getMessage()));
    }

    @Override
    public void onHalfClose() {
      DecodedMessage<Q> read;
      synchronized (this) {
        if (refused) {
          return;
        }
        progress.running();
        read = message;
        message = null;
      }
      switch (read) {
        case DecodedMessage.Read<Q> request -> serving.executor().execute(() -> run(request));
        case DecodedMessage.Refused<Q>(WeirException because) -> {
          refuse(because);
          close(because);
        }
        case null ->
            close(WeirException.invalidArgument("%s was called without a request", rpc.name()));
      }
    }

    private void releaseRequest(@Nullable DecodedMessage<Q> read) {
      if (read instanceof DecodedMessage.Read<Q>(Q value, boolean errorsInBody)) {
        TensorCarrier.release(value);
      }
    }

    private void run(DecodedMessage.Read<Q> request) {
      Q value = request.value();
      boolean errorsInBody = request.errorsInBody();
      CompletableFuture<R> future;
      try {
        future = port.call(rpc, value, limit());
      } catch (RuntimeException e) {
        future = CompletableFuture.failedFuture(e);
      } finally {
        TensorCarrier.release(value);
      }
      boolean late;
      synchronized (this) {
        answer = future;
        late = cancelled;
      }
      if (late) {
        future.cancel(true);
      }
      var unused = future.whenComplete((result, failure) -> finish(errorsInBody, result, failure));
    }

    private Duration limit() {
      return deadline == null
          ? UNLIMITED
          : Duration.ofNanos(Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    }

    private void finish(boolean errorsInBody, R result, @Nullable Throwable failure) {
      try {
        if (failure == null) {
          answer(errorsInBody, result);
        } else {
          tell(errorsInBody, RpcFailures.of(failure));
        }
      } catch (RuntimeException e) {
        LOG.warn("the response to {} could not be sent", rpc.name(), e);
        close(RpcFailures.of(e));
      }
    }

    private void answer(boolean errorsInBody, R result) {
      EncodedMessage out;
      boolean compresses;
      try {
        out = rpc.response().encode(result);
        compresses = result instanceof TensorCarrier carrier && carrier.compresses();
      } catch (WeirException e) {
        tell(errorsInBody, e);
        return;
      } finally {
        TensorCarrier.release(result);
      }
      if (compresses) {
        call.setCompression(COMPRESSION);
        call.setMessageCompression(true);
      }
      send(out);
    }

    private void tell(boolean errorsInBody, WeirException failure) {
      EncodedMessage told = errorsInBody ? rpc.response().encodeFailure(failure) : null;
      if (told == null) {
        close(failure);
      } else {
        send(told);
      }
    }

    private void send(EncodedMessage out) {
      try (out) {
        progress.answering(out.size(), connection == null ? () -> 0 : connection::sentBytes);
        call.sendHeaders(new Metadata());
        call.sendMessage(out);
        call.close(Status.OK, new Metadata());
      }
    }

    private void close(WeirException failure) {
      call.close(GrpcStatuses.of(failure), ErrorTrailer.of(failure, headers));
    }

    @Override
    public void onCancel() {
      CompletableFuture<R> running;
      DecodedMessage<Q> read;
      synchronized (this) {
        cancelled = true;
        running = answer;
        read = message;
        message = null;
      }
      releaseRequest(read);
      if (running != null) {
        running.cancel(true);
      }
    }
  }
}

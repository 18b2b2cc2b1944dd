package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.Refusals;
import dev.weir.cluster.internal.wire.Failures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A method that is served here: how its request is read, who answers it and how that is written. It
 * owns the tensors of requests and of answers, and gives them back whatever happens.
 */
final class ServedMethod<Q, R extends @Nullable Object> {
  /** Who answers. */
  @FunctionalInterface
  interface Answering<Q, R extends @Nullable Object> {
    CompletableFuture<R> answer(Q request, Duration limit);
  }

  /** How a failure is told in an answer, to those who want it so. */
  @FunctionalInterface
  interface Telling<Q> {
    @Nullable Outbound tell(Q request, WeirException failure);
  }

  private static final Logger LOG = LoggerFactory.getLogger(ServedMethod.class);
  private static final String COMPRESSION = "gzip";
  private static final Duration UNLIMITED = Duration.ofDays(365);

  private final String name;
  private final Decoder<Q> request;
  private final Answering<Q, R> answering;
  private final Function<R, Outbound> writing;
  private Consumer<Q> afterRequest = nothing -> {};
  private Consumer<R> afterAnswer = nothing -> {};
  private Telling<Q> telling = (nobody, failure) -> null;
  private Predicate<R> compressing = answer -> false;
  private boolean hasGraphs;

  ServedMethod(
      String name, Decoder<Q> request, Answering<Q, R> answering, Function<R, Outbound> writing) {
    this.name = name;
    this.request = request;
    this.answering = answering;
    this.writing = writing;
  }

  /** The same, with requests that hold something. */
  ServedMethod<Q, R> givingBackRequest(Consumer<Q> giveBack) {
    afterRequest = giveBack;
    return this;
  }

  /** The same, with answers that hold something. */
  ServedMethod<Q, R> givingBackAnswer(Consumer<R> giveBack) {
    afterAnswer = giveBack;
    return this;
  }

  /** The same, with answers that may be compressed. */
  ServedMethod<Q, R> compressing(Predicate<R> which) {
    compressing = which;
    return this;
  }

  /** The same, with failures that may be told in an answer. */
  ServedMethod<Q, R> telling(Telling<Q> how) {
    telling = how;
    return this;
  }

  /** The same, with requests that have graphs, which take long to read. */
  ServedMethod<Q, R> withGraphs() {
    hasGraphs = true;
    return this;
  }

  /** Whether requests may take long to read, see {@link SlowRequests}. */
  boolean hasGraphs() {
    return hasGraphs;
  }

  String name() {
    return name;
  }

  /**
   * What the calls of all methods of a task have in common.
   *
   * @param executor where requests are answered
   * @param maxMessageBytes larger requests are refused
   * @param progress how long a request may make no progress
   */
  record Serving(
      Executor executor,
      int maxMessageBytes,
      Duration progress,
      OpenCalls calls,
      Refusals refusals) {}

  ServerMethodDefinition<Inbound<Q>, Outbound> define(String service, Serving serving) {
    ServerCallHandler<Inbound<Q>, Outbound> handler =
        (call, headers) -> {
          Connections.Accepted connection = Connections.of(call);
          if (connection != null) {
            connection.prove();
          }
          Served served =
              new Served(call, headers, serving, connection, Context.current().getDeadline());
          served.start();
          return served;
        };
    return ServerMethodDefinition.create(
        Methods.served(service, name, request, serving.maxMessageBytes()), handler);
  }

  /**
   * One call. gRPC tells it of the request, one thing after the other; that the call is over may be
   * found at the same time by others: {@link ReceivedBytes}, {@link OpenCalls}.
   */
  private final class Served extends ServerCall.Listener<Inbound<Q>> {
    private final ServerCall<Inbound<Q>, Outbound> call;
    private final Metadata headers;
    private final Serving serving;
    private final Connections.@Nullable Accepted connection;
    private final @Nullable Deadline deadline;
    private final CallProgress progress = CallTracers.progress();
    private @Nullable Inbound<Q> message;
    private @Nullable CompletableFuture<R> answer;
    private boolean cancelled;
    private boolean refused;

    Served(
        ServerCall<Inbound<Q>, Outbound> call,
        Metadata headers,
        Serving serving,
        Connections.@Nullable Accepted connection,
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
    public void onMessage(Inbound<Q> next) {
      progress.received().close();
      boolean isLate;
      synchronized (this) {
        isLate = refused;
        message = isLate ? null : next;
      }
      if (isLate) {
        giveBack(next);
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
                    "the request of %s made no progress for %d ms; %d bytes of it have come",
                    name,
                    millis,
                    progress.received().total())));
      } else if (connection != null) {
        connection.close("it does not take the answer to " + name);
      }
    }

    /** Ends the call before its request is whole: what came of it goes. */
    private void end(WeirException because) {
      Inbound<Q> read;
      synchronized (this) {
        if (refused || !progress.isReceiving()) {
          return;
        }
        refused = true;
        read = message;
        message = null;
      }
      giveBack(read);
      refuse(because);
      close(because);
    }

    private void refuse(WeirException because) {
      serving
          .refusals()
          .add(
              name,
              call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
              String.valueOf(because.getMessage()));
    }

    @Override
    public void onHalfClose() {
      Inbound<Q> read;
      synchronized (this) {
        if (refused) {
          return;
        }
        progress.running();
        read = message;
        message = null;
      }
      switch (read) {
        case Inbound.Read<Q>(Q value) -> serving.executor().execute(() -> run(value));
        case Inbound.Refused<Q>(WeirException because) -> {
          refuse(because);
          close(because);
        }
        case null -> close(WeirException.invalidArgument("%s was called without a request", name));
      }
    }

    private void giveBack(@Nullable Inbound<Q> read) {
      if (read instanceof Inbound.Read<Q>(Q value)) {
        afterRequest.accept(value);
      }
    }

    private void run(Q value) {
      CompletableFuture<R> future;
      try {
        future = answering.answer(value, limit());
      } catch (RuntimeException e) {
        future = CompletableFuture.failedFuture(e);
      } finally {
        afterRequest.accept(value);
      }
      boolean late;
      synchronized (this) {
        answer = future;
        late = cancelled;
      }
      if (late) {
        future.cancel(true);
      }
      var unused = future.whenComplete((result, failure) -> finish(value, result, failure));
    }

    private Duration limit() {
      return deadline == null
          ? UNLIMITED
          : Duration.ofNanos(Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    }

    private void finish(Q value, R result, @Nullable Throwable failure) {
      try {
        if (failure == null) {
          answer(value, result);
        } else {
          tell(value, Failures.of(failure));
        }
      } catch (RuntimeException e) {
        LOG.warn("the answer to {} could not be sent", name, e);
        close(Failures.of(e));
      }
    }

    private void answer(Q value, R result) {
      Outbound out;
      boolean compresses;
      try {
        out = writing.apply(result);
        compresses = compressing.test(result);
      } catch (WeirException e) {
        tell(value, e);
        return;
      } finally {
        afterAnswer.accept(result);
      }
      if (compresses) {
        call.setCompression(COMPRESSION);
        call.setMessageCompression(true);
      }
      send(out);
    }

    private void tell(Q value, WeirException failure) {
      Outbound told = telling.tell(value, failure);
      if (told == null) {
        close(failure);
      } else {
        send(told);
      }
    }

    private void send(Outbound out) {
      try (out) {
        progress.answering(out.size(), connection == null ? () -> 0 : connection::sentBytes);
        call.sendHeaders(new Metadata());
        call.sendMessage(out);
        call.close(Status.OK, new Metadata());
      }
    }

    private void close(WeirException failure) {
      call.close(Statuses.of(failure), ErrorTrailer.of(failure, headers));
    }

    @Override
    public void onCancel() {
      CompletableFuture<R> running;
      Inbound<Q> read;
      synchronized (this) {
        cancelled = true;
        running = answer;
        read = message;
        message = null;
      }
      giveBack(read);
      if (running != null) {
        running.cancel(true);
      }
    }
  }
}

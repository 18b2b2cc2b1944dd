package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.Refusals;
import dev.weir.cluster.wire.Failures;
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

  ServerMethodDefinition<Inbound<Q>, Outbound> define(
      String service, int most, Executor executor, Refusals refusals) {
    ServerCallHandler<Inbound<Q>, Outbound> handler =
        (call, headers) -> {
          call.request(1);
          return new Served(call, executor, refusals, Context.current().getDeadline());
        };
    return ServerMethodDefinition.create(Methods.served(service, name, request, most), handler);
  }

  /** One call. */
  private final class Served extends ServerCall.Listener<Inbound<Q>> {
    private final ServerCall<Inbound<Q>, Outbound> call;
    private final Executor executor;
    private final Refusals refusals;
    private final @Nullable Deadline deadline;
    private @Nullable Inbound<Q> message;
    private @Nullable CompletableFuture<R> answer;
    private boolean cancelled;

    Served(
        ServerCall<Inbound<Q>, Outbound> call,
        Executor executor,
        Refusals refusals,
        @Nullable Deadline deadline) {
      this.call = call;
      this.executor = executor;
      this.refusals = refusals;
      this.deadline = deadline;
    }

    @Override
    public void onMessage(Inbound<Q> next) {
      message = next;
    }

    @Override
    public void onHalfClose() {
      Inbound<Q> read = message;
      message = null;
      switch (read) {
        case Inbound.Read<Q>(Q value) -> executor.execute(() -> run(value));
        case Inbound.Refused<Q>(WeirException because) -> {
          refusals.add(
              name,
              call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
              String.valueOf(because.getMessage()));
          close(because);
        }
        case null -> close(WeirException.invalidArgument("%s was called without a request", name));
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
        call.sendHeaders(new Metadata());
        call.sendMessage(out);
        call.close(Status.OK, new Metadata());
      }
    }

    private void close(WeirException failure) {
      call.close(Statuses.of(failure), new Metadata());
    }

    @Override
    public void onCancel() {
      CompletableFuture<R> running;
      synchronized (this) {
        cancelled = true;
        running = answer;
      }
      if (message instanceof Inbound.Read<Q>(Q value)) {
        message = null;
        afterRequest.accept(value);
      }
      if (running != null) {
        running.cancel(true);
      }
    }
  }
}

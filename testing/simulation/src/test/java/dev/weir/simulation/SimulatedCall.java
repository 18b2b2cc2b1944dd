package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.ErrorCodec;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.TensorCarrier;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call from one endpoint to a task, as gRPC carries it: the request goes there, the answer comes
 * back, that the caller gave up or the time is up is told, and if the connection breaks both ends
 * learn of it, each in its own time.
 */
final class SimulatedCall<Q, R extends @Nullable Object> {
  private final SimulatedNetwork network;
  private final Endpoint caller;
  private final TaskId callee;
  private final @Nullable SimulatedTask address;
  private final Rpc<Q, R> rpc;
  private final Q message;
  private final SimulatedTransport transport;
  private final String title;
  private final CompletableFuture<R> promise = new CompletableFuture<>();
  private @Nullable CompletableFuture<R> served;
  private @Nullable SimulatedTask server;
  private Scheduler.@Nullable Timer limitTimer;
  private Duration timeout = Duration.ZERO;
  private boolean givenUp;
  private boolean lost;
  private boolean isHeld;

  SimulatedCall(
      SimulatedNetwork network,
      Endpoint caller,
      TaskId callee,
      @Nullable SimulatedTask address,
      Rpc<Q, R> rpc,
      Q message) {
    this.network = network;
    this.caller = caller;
    this.callee = callee;
    this.address = address;
    this.rpc = rpc;
    this.message = message;
    this.transport = rpc.goesOverStreams() ? network.transport() : SimulatedTransport.GRPC;
    this.title =
        network.nextNumber()
            + " "
            + caller.name()
            + " → "
            + SimulatedTask.brief(callee)
            + " "
            + title(rpc, message);
  }

  private static String title(Rpc<?, ?> rpc, Object request) {
    String subject =
        switch (request) {
          case RunGraph run -> " " + run.step();
          case Long step -> " " + step;
          case ReceiveTensor receive -> " " + receive.step() + " " + receive.key();
          default -> "";
        };
    return rpc.name() + subject;
  }

  CompletableFuture<R> start(Duration limit) {
    network.begun(this);
    Function<Allocator, Q> packed = transport.encodeRequest(rpc, message);
    timeout = limit;
    limitTimer = caller.scheduler().after(limit, title + ": time is up", this::timeIsUp);
    Futures.whenDone(promise, (value, error) -> ended());
    send(packed);
    if (rpc.isIdempotent() && network.duplicates()) {
      network
          .world()
          .after(network.delay(), title + ": request again", () -> deliver(packed, false));
    }
    return promise;
  }

  private void send(Function<Allocator, Q> packed) {
    if (network.swallows(
        caller.name(), SimulatedTask.brief(callee), held(() -> send(packed), () -> {}))) {
      isHeld = true;
    } else if (network.loses(caller.name(), callee)) {
      breakOff();
    } else {
      network.world().after(network.delay(), title + ": request", () -> deliver(packed, true));
    }
  }

  /** A message of this call that does not get through for now. */
  private SimulatedNetwork.Held held(Runnable sends, Runnable drops) {
    return new SimulatedNetwork.Held() {
      @Override
      public void sendAgain() {
        if (!caller.scheduler().isDead()) {
          sends.run();
        }
      }

      @Override
      public void breakOff() {
        drops.run();
        SimulatedCall.this.breakOff();
      }
    };
  }

  /** Gives the request to the task; what a repetition is answered goes nowhere. */
  private void deliver(Function<Allocator, Q> packed, boolean isFirst) {
    SimulatedTask found = address;
    SimulatedTask task =
        found != null && !found.scheduler().isDead() ? found : network.alive(callee);
    if (task == null) {
      if (isFirst) {
        breakOff();
      }
      return;
    }
    if (givenUp && isFirst) {
      return; // the stream was closed before
    }
    if (isFirst) {
      server = task;
    }
    task.scheduler().whenAwake(title + ": taken", () -> serve(task, packed, isFirst));
  }

  private void serve(SimulatedTask task, Function<Allocator, Q> packed, boolean isFirst) {
    if (givenUp && isFirst) {
      return;
    }
    Q request = packed.apply(task.allocator());
    RpcPort port = rpc.service() == Rpc.Service.MASTER ? task.master() : task.worker();
    CompletableFuture<R> answer = port.call(rpc, request, timeout);
    TensorCarrier.release(request);
    if (isFirst) {
      served = answer;
      Futures.whenDone(answer, (value, error) -> answer(task, value, error));
    } else {
      Futures.whenDone(
          answer,
          (value, error) -> {
            if (error == null) {
              TensorCarrier.release(value);
            }
          });
    }
  }

  private void answer(SimulatedTask task, R value, @Nullable Throwable error) {
    Function<Allocator, R> packed = null;
    if (error == null) {
      packed = transport.encodeResponse(rpc, value);
      TensorCarrier.release(value);
    }
    WeirException failure = error == null ? null : RpcFailures.of(error);
    sendAnswer(task, packed, failure, value);
  }

  private void sendAnswer(
      SimulatedTask task,
      @Nullable Function<Allocator, R> packed,
      @Nullable WeirException failure,
      R value) {
    if (promise.isDone() || givenUp || task.scheduler().isDead()) {
      network.unheard(task, value); // nothing is sent over a stream that is known to be closed
      return;
    }
    if (network.swallows(
        task.name(),
        caller.name(),
        held(() -> sendAnswer(task, packed, failure, value), () -> network.unheard(task, value)))) {
      isHeld = true;
      return;
    }
    if (network.loses(caller.name(), callee)) {
      network.unheard(task, value);
      breakOff();
      return;
    }
    network
        .world()
        .after(
            network.delay(),
            title + (failure == null ? ": answer" : ": " + failure.code()),
            () ->
                caller
                    .scheduler()
                    .whenAwake(title + ": read", () -> arrive(task, packed, failure, value)));
  }

  private void arrive(
      SimulatedTask task,
      @Nullable Function<Allocator, R> packed,
      @Nullable WeirException failure,
      R original) {
    if (caller.scheduler().isDead() || promise.isDone()) {
      network.unheard(task, original);
      return;
    }
    if (packed == null) {
      WeirException cause = failure == null ? WeirException.internal("no answer") : failure;
      promise.completeExceptionally(ErrorCodec.read(ErrorCodec.write(cause)));
    } else {
      promise.complete(packed.apply(caller.allocator()));
    }
  }

  private void timeIsUp() {
    promise.completeExceptionally(
        new WeirException(
            ErrorCode.DEADLINE_EXCEEDED,
            SimulatedNetwork.MARK + (lost || isHeld ? "lost" : "silent") + ": " + title));
  }

  private void ended() {
    network.over(this);
    if (limitTimer != null) {
      limitTimer.cancel();
    }
    if (served == null || !served.isDone()) {
      sendGivenUp();
    }
  }

  private void sendGivenUp() {
    if (!network.swallows(
        caller.name(), SimulatedTask.brief(callee), held(this::sendGivenUp, () -> {}))) {
      network.world().after(network.delay(), title + ": given up", this::giveUp);
    }
  }

  private void giveUp() {
    givenUp = true;
    SimulatedTask task = server;
    if (task != null && !task.scheduler().isDead()) {
      task.scheduler()
          .whenAwake(
              "",
              () -> {
                if (served != null) {
                  served.cancel(true);
                }
              });
    }
  }

  /** A message did not get through: both ends will learn of it. */
  void breakOff() {
    if (lost) {
      return;
    }
    lost = true;
    caller
        .scheduler()
        .after(
            network.detection(),
            title + ": broken",
            () ->
                promise.completeExceptionally(
                    new WeirException(
                        ErrorCode.UNAVAILABLE, SimulatedNetwork.MARK + "broken: " + title)));
    network.world().after(network.detection(), title + ": caller gone", this::giveUp);
  }

  boolean concerns(String one, TaskId task) {
    return caller.name().equals(one) && callee.equals(task);
  }

  boolean concerns(Endpoint endpoint) {
    return caller.equals(endpoint) || endpoint.equals(server);
  }
}

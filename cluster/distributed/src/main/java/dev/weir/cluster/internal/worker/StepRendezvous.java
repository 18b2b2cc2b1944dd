package dev.weir.cluster.internal.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.WeirException;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rendezvous of a step on one task. A sent value stays here until it is received, from this
 * task or from another; what another task sends is asked for there.
 */
final class StepRendezvous implements Rendezvous {
  /** A value may take long: its sender computes it first. */
  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  private final long step;
  private final SenderCache senders;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final LocalRendezvous here = new LocalRendezvous();
  private final Map<Long, CompletableFuture<?>> asked = new ConcurrentHashMap<>();
  private volatile @Nullable TaskContext context;
  private volatile @Nullable WeirException failure;

  StepRendezvous(long step, SenderCache senders, Scheduler scheduler, PeerWatch watch) {
    this.step = step;
    this.senders = senders;
    this.scheduler = scheduler;
    this.watch = watch;
  }

  /** From now on it is known which task this is and how others are reached. */
  void settleIn(TaskContext where) {
    context = where;
  }

  @Override
  public void send(String key, Value value) {
    here.send(key, value);
  }

  @Override
  public void receive(String key, Receiver receiver) {
    TaskContext where = context;
    SenderCache.Sender sender;
    try {
      sender = senders.of(key);
    } catch (WeirException e) {
      receiver.accept(null, e);
      return;
    }
    if (where == null || sender.task().equals(where.self())) {
      here.receive(key, receiver);
    } else {
      ask(where, sender, key, receiver);
    }
  }

  private void ask(TaskContext where, SenderCache.Sender from, String key, Receiver receiver) {
    TaskId sender = from.task();
    long id = scheduler.random();
    ReceiveTensor request = new ReceiveTensor(step, key, id);
    CompletableFuture<ReceivedTensor> answer =
        Futures.attempt(() -> where.peers().worker(sender).receiveTensor(request, LONGEST_WAIT));
    asked.put(id, answer);
    PeerWatch.Wait wait =
        watch.on(sender, from.incarnation(), cause -> answer.completeExceptionally(cause));
    Futures.whenDone(
        answer,
        (value, error) -> {
          wait.close();
          asked.remove(id);
          if (error == null) {
            receiver.accept(value.tensor() == null ? Value.DEAD : new Value(value.tensor()), null);
          } else {
            receiver.accept(null, cause(sender, error));
          }
        });
    if (failure != null) {
      answer.cancel(true); // it was aborted meanwhile
    }
  }

  private WeirException cause(TaskId sender, Throwable error) {
    WeirException cause = failure;
    return cause == null ? RpcFailures.of(error).withTask(sender.name()) : cause;
  }

  @Override
  public void abort(WeirException cause) {
    if (failure == null) {
      failure = cause;
    }
    here.abort(cause);
    asked.values().forEach(answer -> answer.cancel(true));
  }

  /** Whether there are neither values nor receivers. */
  boolean isEmpty() {
    return here.isEmpty() && asked.isEmpty();
  }

  /** Gives a value that this task sends to another that asks for it. */
  void serve(String key, Receiver receiver) {
    here.receive(key, receiver);
  }

  /** The other task does not want it any more. */
  void withdraw(String key, Receiver receiver) {
    here.withdraw(key, receiver);
  }
}

package dev.weir.cluster.worker;

import dev.weir.cluster.transport.Scheduler;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps anybody has spoken of and that are not over. A step begins here with the first message
 * about it, which may be another task asking for a value before the master asks for the run.
 */
final class StepTable implements AutoCloseable {
  private static final int REMEMBERED = 10_000;
  private static final Duration SWEEP = Duration.ofSeconds(30);

  /** A step that nobody runs or speaks of for so long has been forgotten by its master. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(2);

  private final Senders senders = new Senders();
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final Map<Long, WorkerStep> steps = new ConcurrentHashMap<>();
  private final EndedSteps over = new EndedSteps(REMEMBERED);
  private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();
  private volatile boolean closed;
  private volatile boolean draining;
  private Scheduler.Timer sweep;

  StepTable(Scheduler scheduler, PeerWatch watch) {
    this.scheduler = scheduler;
    this.watch = watch;
    this.sweep = scheduler.after(SWEEP, this::sweep);
  }

  Senders senders() {
    return senders;
  }

  int size() {
    return steps.size();
  }

  /** What they all do, for people. */
  List<String> whereabouts() {
    return steps.values().stream().map(WorkerStep::whereabouts).toList();
  }

  /** How many run now. */
  int running() {
    return (int) steps.values().stream().filter(WorkerStep::isRunning).count();
  }

  /** The same for a master that wants to run it; while draining, only steps that run already. */
  WorkerStep begin(long id) {
    WorkerStep known = steps.get(id);
    if (draining && (known == null || !known.hasStarted())) {
      WeirException refusal =
          new WeirException(
              ErrorCode.UNAVAILABLE, "the task is shutting down and takes no new steps");
      close(id, refusal);
      throw refusal;
    }
    return open(id);
  }

  /** No new steps are begun any more; the future ends when none is left. */
  CompletableFuture<@Nullable Void> drain() {
    draining = true;
    completeIfDrained();
    return drained;
  }

  private void completeIfDrained() {
    if (draining && steps.isEmpty()) {
      drained.complete(null);
    }
  }

  /** Whether a step with this number has ended here. */
  boolean isOver(long id) {
    return over.contains(id);
  }

  /** The step with this number, which may be new; one that is over is refused. */
  WorkerStep open(long id) {
    if (closed) {
      throw new WeirException(ErrorCode.ABORTED, "the task is shutting down");
    }
    over.refuse(id);
    WorkerStep step =
        steps.computeIfAbsent(
            id,
            key ->
                new WorkerStep(
                    id, new StepRendezvous(id, senders, scheduler, watch), scheduler.nanoTime()));
    if (over.contains(id)) { // it was closed at the same moment
      close(id, new WeirException(ErrorCode.ABORTED, "step " + id + " is over on this task"));
    }
    step.touch(scheduler.nanoTime());
    return step;
  }

  /** Forgets a step for good. What still runs or waits ends with {@code cause}. */
  void close(long id, WeirException cause) {
    over.add(id, cause);
    WorkerStep step = steps.remove(id);
    if (step != null) {
      step.abort(cause);
    }
    completeIfDrained();
  }

  /** Forgets all steps of a session. */
  void closeAllOf(String session, WeirException cause) {
    for (WorkerStep step : steps.values()) {
      if (step.session().equals(session)) {
        close(step.id(), cause);
      }
    }
  }

  /** Forgets a step if it has run and nobody will come for anything any more. */
  void closeIfDone(WorkerStep step) {
    if (step.hasStarted()
        && !step.isRunning()
        && !step.expectsMore()
        && step.rendezvous().isEmpty()) {
      over.add(step.id(), null);
      steps.remove(step.id(), step);
      completeIfDrained();
    }
  }

  private synchronized void sweep() {
    if (closed) {
      return;
    }
    long now = scheduler.nanoTime();
    for (WorkerStep step : steps.values()) {
      if (!step.isRunning()
          && !step.expectsMore() // such a step goes with its session
          && now - step.touchedNanos() > FORGOTTEN.toNanos()) {
        close(step.id(), new WeirException(ErrorCode.ABORTED, "the step was forgotten"));
      }
    }
    sweep = scheduler.after(SWEEP, this::sweep);
  }

  @Override
  public synchronized void close() {
    closed = true;
    sweep.cancel();
    steps
        .keySet()
        .forEach(
            id -> close(id, new WeirException(ErrorCode.UNAVAILABLE, "the task is shutting down")));
  }
}

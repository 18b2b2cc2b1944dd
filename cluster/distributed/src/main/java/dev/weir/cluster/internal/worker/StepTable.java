package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.transport.PeriodicTask;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The steps that are known and not finished. A step begins here with the first message about it,
 * which may be another task asking for a value before the master asks for the run.
 */
final class StepTable implements AutoCloseable {
  private static final int REMEMBERED = 10_000;
  private static final Duration SWEEP = Duration.ofSeconds(10);

  /** Another task asked for a value of a step; its master, which asks all at once, did not come. */
  private static final Duration UNCLAIMED = Duration.ofSeconds(45);

  /** A step that is idle for so long has been forgotten by its master. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(2);

  private final SenderCache senders = new SenderCache();
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final Map<Long, WorkerStep> steps = new ConcurrentHashMap<>();
  private final EndedSteps over = new EndedSteps(REMEMBERED);
  private final CompletableFuture<@Nullable Void> drained = new CompletableFuture<>();
  private volatile boolean closed;

  /** Why no new steps are taken; null while they are. */
  private volatile @Nullable String refusal;

  private final PeriodicTask sweep;
  private final int most;

  /**
   * None yet.
   *
   * @param most how many steps there may be
   */
  StepTable(Scheduler scheduler, PeerWatch watch, int most) {
    this.scheduler = scheduler;
    this.watch = watch;
    this.most = most;
    this.sweep = new PeriodicTask("forgetting steps", SWEEP, scheduler, () -> true, this::sweep);
    sweep.start();
  }

  SenderCache senders() {
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

  /** The step, for a master that runs it; while draining, only steps that run already. */
  WorkerStep begin(long id) {
    WorkerStep known = steps.get(id);
    String why = refusal;
    if (why != null && (known == null || !known.hasStarted())) {
      WeirException refused = new WeirException(ErrorCode.UNAVAILABLE, why);
      close(id, refused);
      throw refused;
    }
    return open(id);
  }

  /** No new steps are begun any more; the future ends when none is left. */
  CompletableFuture<@Nullable Void> drain(String why) {
    if (refusal == null) {
      refusal = why;
    }
    completeIfDrained();
    return drained;
  }

  private void completeIfDrained() {
    if (refusal != null && steps.isEmpty()) {
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
    if (steps.size() >= most && !steps.containsKey(id)) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "the task knows " + steps.size() + " unfinished steps; the limit is " + most);
    }
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
    sweep.start();
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

  /** Removes a step if it has run and all its values were fetched. */
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

  /**
   * Whether a step of a session runs, which shows that its master is there unless it was to renew a
   * lease: nothing else would end the step.
   */
  boolean isRunningFor(String session, boolean leased) {
    return !leased
        && steps.values().stream()
            .anyMatch(step -> step.session().equals(session) && step.isRunning());
  }

  private void sweep() {
    long now = scheduler.nanoTime();
    for (WorkerStep step : steps.values()) {
      PeriodicTask.attempt("forgetting step " + step.id(), () -> forgetIfUnused(step, now));
    }
  }

  private void forgetIfUnused(WorkerStep step, long now) {
    Duration kept = step.session().isEmpty() ? UNCLAIMED : FORGOTTEN;
    if (!step.isRunning()
        && !step.expectsMore() // such a step goes with its session
        && now - step.touchedNanos() > kept.toNanos()) {
      close(step.id(), new WeirException(ErrorCode.ABORTED, "the step expired"));
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    sweep.close();
    steps
        .keySet()
        .forEach(
            id -> close(id, new WeirException(ErrorCode.UNAVAILABLE, "the task is shutting down")));
  }
}

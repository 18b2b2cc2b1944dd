package dev.weir.cluster.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.cluster.wire.CreateSession;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries calls between endpoints, as well as a plan of faults lets it. */
final class SimulatedNetwork {
  /** How errors begin that come from the network, not from somebody who was reached. */
  static final String MARK = "[network] ";

  private final SimulatedScheduler world;
  private final FaultPlan plan;
  private final Function<TaskId, @Nullable SimulatedTask> tasks;
  private final Set<SimulatedCall<?, ?>> calls = new LinkedHashSet<>();
  private final Set<String> cut = new HashSet<>();
  private boolean faulty = true;
  private long numbers;

  SimulatedNetwork(
      SimulatedScheduler world, FaultPlan plan, Function<TaskId, @Nullable SimulatedTask> tasks) {
    this.world = world;
    this.plan = plan;
    this.tasks = tasks;
  }

  SimulatedScheduler world() {
    return world;
  }

  /** The worker of another task, as {@code caller} reaches it. */
  WorkerPort worker(Endpoint caller, TaskId task) {
    return new RemoteWorker(this, caller, task);
  }

  /** The master of a task, as {@code caller} reaches it. */
  MasterPort master(Endpoint caller, TaskId task) {
    return new RemoteMaster(this, caller, task);
  }

  long nextNumber() {
    return ++numbers;
  }

  @Nullable SimulatedTask alive(TaskId task) {
    return tasks.apply(task);
  }

  Duration delay() {
    Chance chance = world.chance();
    return faulty && chance.happens(plan.slow())
        ? chance.between(Duration.ofMillis(10), Duration.ofSeconds(3))
        : chance.between(Duration.ofNanos(20_000), Duration.ofMillis(5));
  }

  /** How long it takes one end to learn that the connection broke. */
  Duration detection() {
    return world.chance().between(Duration.ofNanos(100_000), Duration.ofSeconds(12));
  }

  boolean duplicates() {
    return faulty && world.chance().happens(plan.duplicate());
  }

  boolean loses(String caller, TaskId callee) {
    return faulty
        && (cut.contains(link(caller, SimulatedTask.brief(callee)))
            || world.chance().happens(plan.drop()));
  }

  private static String link(String one, String other) {
    return one.compareTo(other) < 0 ? one + "|" + other : other + "|" + one;
  }

  /** From now on nothing passes between two tasks. What is under way may break off. */
  void cut(TaskId one, TaskId other) {
    cut.add(link(SimulatedTask.brief(one), SimulatedTask.brief(other)));
    for (SimulatedCall<?, ?> call : List.copyOf(calls)) {
      boolean between =
          call.concerns(SimulatedTask.brief(one), other)
              || call.concerns(SimulatedTask.brief(other), one);
      if (between && world.chance().happens(0.5)) {
        call.breakOff();
      }
    }
  }

  void heal(TaskId one, TaskId other) {
    cut.remove(link(SimulatedTask.brief(one), SimulatedTask.brief(other)));
  }

  /** All connections of an endpoint that is gone break. */
  void broken(Endpoint gone) {
    for (SimulatedCall<?, ?> call : List.copyOf(calls)) {
      if (call.concerns(gone)) {
        call.breakOff();
      }
    }
  }

  /** From now on all messages arrive. */
  void becomeReliable() {
    faulty = false;
    cut.clear();
  }

  void begun(SimulatedCall<?, ?> call) {
    calls.add(call);
  }

  void over(SimulatedCall<?, ?> call) {
    calls.remove(call);
  }

  /** An answer that the caller never got. */
  void unheard(SimulatedTask task, @Nullable Object answer) {
    if (answer instanceof CreateSession.Created) {
      task.countUnheardSession();
    }
  }

  /** How many calls are under way. */
  int open() {
    return calls.size();
  }
}

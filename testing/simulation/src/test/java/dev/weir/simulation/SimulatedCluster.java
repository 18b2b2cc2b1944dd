package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tasks of a simulated cluster, which crash and come back. */
final class SimulatedCluster {
  private static final Duration SOONEST = Duration.ofMillis(1);
  private static final Duration LATEST = Duration.ofSeconds(3);
  private static final Duration SHORTEST = Duration.ofMillis(20);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final SimulatedScheduler world;
  private final SimulatedNetwork network;
  private final FaultPlan plan;
  private final List<TaskId> ids = new ArrayList<>();
  private final Map<TaskId, SimulatedTask> alive = new LinkedHashMap<>();
  private final Map<TaskId, Integer> epochs = new TreeMap<>();
  private final List<SimulatedTask> replaced = new ArrayList<>();
  private Consumer<SimulatedTask> whenCrashed = task -> {};
  private Consumer<SimulatedTask> whenStarted = task -> {};
  private boolean faulty = true;
  private final boolean registers;
  private int resets;

  /** A cluster whose tasks register if {@code registers}, and otherwise have fixed addresses. */
  SimulatedCluster(
      SimulatedScheduler world,
      FaultPlan plan,
      int parameterServers,
      int workers,
      boolean registers) {
    this.world = world;
    this.registers = registers;
    this.plan = plan;
    this.network = new SimulatedNetwork(world, plan, alive::get);
    for (int i = 0; i < parameterServers; i++) {
      ids.add(new TaskId("ps", i));
    }
    for (int i = 0; i < workers; i++) {
      ids.add(new TaskId("worker", i));
    }
    ids.forEach(this::start);
    for (int i = 0; i < plan.crashes(); i++) {
      TaskId victim = any();
      world.after(someTime(), "", () -> crash(victim));
    }
    for (int i = 0; i < plan.partitions(); i++) {
      world.after(someTime(), "", this::cutSomewhere);
    }
  }

  private Duration someTime() {
    return world.chance().between(SOONEST, LATEST);
  }

  private TaskId any() {
    return ids.get(world.chance().below(ids.size()));
  }

  private void start(TaskId id) {
    SimulatedTask task = prepare(id);
    alive.put(id, task);
    newEpoch(id);
    whenStarted.accept(task);
  }

  /** Starts a process for a place that another may still have; calls do not go to it yet. */
  SimulatedTask prepare(TaskId id) {
    return new SimulatedTask(
        id,
        ids,
        registers,
        network,
        () -> {
          resets++;
          newEpoch(id);
        });
  }

  /** From now on calls go to this process. The one that has the place may still run. */
  void install(SimulatedTask task) {
    SimulatedTask old = alive.put(task.id(), task);
    if (old != null) {
      replaced.add(old);
    }
    replaced.remove(task);
    newEpoch(task.id());
  }

  private void newEpoch(TaskId id) {
    epochs.merge(id, 1, Integer::sum);
  }

  /** How often the variables of a task were lost so far. */
  int epoch(TaskId id) {
    return epochs.getOrDefault(id, 0);
  }

  /** How often tasks were cleared. */
  int resets() {
    return resets;
  }

  /** A task dies, if it is there and things still go wrong. */
  void crash(TaskId id) {
    SimulatedTask task = faulty ? alive.remove(id) : null;
    if (task == null) {
      return;
    }
    world.fault(Fault.TASK_CRASH, task.name());
    task.scheduler().die();
    whenCrashed.accept(task);
    newEpoch(id);
    network.broken(task);
    world.after(world.chance().between(SHORTEST, LONGEST), "", () -> restart(id));
  }

  private void restart(TaskId id) {
    if (!alive.containsKey(id)) {
      world.note("RESTART of " + SimulatedTask.brief(id));
      start(id);
    }
  }

  private void cutSomewhere() {
    TaskId one = any();
    TaskId other = any();
    if (!faulty || one.equals(other)) {
      return;
    }
    partition(one, other);
  }

  /** Cuts two tasks off from each other for a while. */
  void partition(TaskId one, TaskId other) {
    world.note("PARTITION of " + one + " and " + other);
    network.cut(one, other);
    world.after(world.chance().between(SHORTEST, LONGEST), "", () -> network.heal(one, other));
  }

  /** From now on nothing goes wrong any more, and all tasks are there. */
  void becomeReliable() {
    world.note("RELIABLE");
    faulty = false;
    network.becomeReliable();
    ids.forEach(this::restart);
  }

  /** Sets the listener of crashes. */
  void whenCrashed(Consumer<SimulatedTask> told) {
    whenCrashed = told;
  }

  /** Sets the listener of starts; it is also called for tasks that run already. */
  void whenStarted(Consumer<SimulatedTask> told) {
    whenStarted = told;
    alive.values().forEach(told);
  }

  /** The task that has a place now; null if none has. */
  @Nullable SimulatedTask task(TaskId id) {
    return alive.get(id);
  }

  /** A process ends; another one is started later if it had a place. */
  void exit(SimulatedTask task) {
    if (task.scheduler().isDead()) {
      return;
    }
    world.note("EXIT of " + task.name());
    replaced.remove(task);
    task.scheduler().die();
    whenCrashed.accept(task);
    if (alive.remove(task.id(), task)) {
      newEpoch(task.id());
      world.after(world.chance().between(SHORTEST, LONGEST), "", () -> restart(task.id()));
    }
    network.broken(task);
  }

  /** Processes that were replaced and still run. */
  List<SimulatedTask> replaced() {
    return List.copyOf(replaced);
  }

  /** All tasks are there again. */
  void becomeWhole() {
    ids.forEach(this::restart);
  }

  FaultPlan plan() {
    return plan;
  }

  SimulatedNetwork network() {
    return network;
  }

  SimulatedScheduler world() {
    return world;
  }

  List<TaskId> ids() {
    return ids;
  }

  /** The tasks that are there. */
  List<SimulatedTask> tasks() {
    return List.copyOf(alive.values());
  }
}

package dev.weir.cluster.simulation;

import dev.weir.cluster.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
  private boolean faulty = true;
  private int resets;

  SimulatedCluster(SimulatedScheduler world, FaultPlan plan, int parameterServers, int workers) {
    this.world = world;
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
    alive.put(
        id,
        new SimulatedTask(
            id,
            ids,
            network,
            () -> {
              resets++;
              newEpoch(id);
            }));
    newEpoch(id);
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

  private void crash(TaskId id) {
    SimulatedTask task = faulty ? alive.remove(id) : null;
    if (task == null) {
      return;
    }
    world.note("CRASH of " + task.name());
    task.scheduler().die();
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

package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.client.ClusterEngine;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.internal.Connector;
import dev.weir.runtime.internal.Engine;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reaches the tasks of the simulation that runs, from its processes: {@code simulated://ps/0}. */
public final class SimulatedConnector implements Connector {
  private static final String SCHEME = "simulated://";
  private static final Map<LifeScheduler, Endpoint> PROCESSES = new IdentityHashMap<>();
  private static @Nullable SimulatedNetwork network;

  /** For {@link java.util.ServiceLoader}. */
  public SimulatedConnector() {}

  /** A simulation begins. */
  static void use(SimulatedNetwork other) {
    network = other;
    PROCESSES.clear();
  }

  /** A process of it is there. */
  static void add(Endpoint process) {
    PROCESSES.put(process.scheduler(), process);
  }

  static String target(TaskId task) {
    return SCHEME + task.job() + "/" + task.index();
  }

  @Override
  public boolean reaches(String target) {
    return target.startsWith(SCHEME);
  }

  @Override
  public Engine connect(String target, Graph graph, ClusterOptions asked) {
    SimulatedNetwork reached = network;
    Endpoint caller =
        Time.current() instanceof SimulatedTime time ? PROCESSES.get(time.life()) : null;
    if (reached == null || caller == null) {
      throw WeirException.internal("%s is reached only from a simulated process", target);
    }
    String[] parts = target.substring(SCHEME.length()).split("/", -1);
    TaskId task = new TaskId(parts[0], Integer.parseInt(parts[1]));
    SessionOptions options =
        new SessionOptions(
            asked.deviceFilters(), asked.softPlacement(), Duration.ZERO, false, false, "");
    return new ClusterEngine(
        target,
        reached.master(caller, task),
        reached.worker(caller, task),
        graph,
        options,
        () -> {});
  }
}

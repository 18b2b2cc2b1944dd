package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.master.Master;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.worker.Worker;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.Compilers;
import dev.weir.runtime.internal.device.NamedResources;
import dev.weir.runtime.internal.execute.ComputePool;
import java.util.List;

/** One life of a task: a real worker and a real master, with memory of their own. */
final class SimulatedTask implements Endpoint {
  private final TaskId id;
  private final LifeScheduler scheduler;
  private final CountedAllocator allocator = new CountedAllocator();
  private final NamedResources resources;
  private final Worker worker;
  private final Master master;
  private int unheardSessions;

  SimulatedTask(
      TaskId id,
      List<TaskId> all,
      boolean registers,
      SimulatedNetwork network,
      Runnable whenCleared) {
    this.id = id;
    this.scheduler = new LifeScheduler(network.world());
    this.resources = new NamedResources(id.job());
    Device device =
        new Device(
            new DeviceSpec(id.job(), 0, id.index(), "CPU", 0),
            scheduler.random(),
            1,
            allocator,
            new ObservedResources(resources, whenCleared));
    LocalOptions config = LocalOptions.builder().devices(List.of(device)).build();
    TaskContext context = new TaskContext(id, task -> peer(task, network), registers);
    ComputePool pool =
        ComputePool.on(
            scheduler, (name, task) -> SimulatedThreads.start(scheduler, id + " " + name, task));
    this.worker = new Worker(context, config, scheduler, pool);
    this.master = new Master(context, () -> all, Compilers.optimizer(config), scheduler);
  }

  private WorkerPort peer(TaskId task, SimulatedNetwork network) {
    return task.equals(id) ? worker : network.worker(this, task);
  }

  /** A task's name as short as it goes. */
  static String brief(TaskId task) {
    return task.job() + task.index();
  }

  TaskId id() {
    return id;
  }

  Worker worker() {
    return worker;
  }

  Master master() {
    return master;
  }

  void countUnheardSession() {
    unheardSessions++;
  }

  /** How many sessions it made for clients who never learned of it. */
  int unheardSessions() {
    return unheardSessions;
  }

  @Override
  public String name() {
    return brief(id);
  }

  @Override
  public LifeScheduler scheduler() {
    return scheduler;
  }

  @Override
  public CountedAllocator allocator() {
    return allocator;
  }

  /** Ends in peace, and gives everything back. */
  void close() {
    master.close();
    worker.close();
    resources.close();
  }
}

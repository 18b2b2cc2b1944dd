package dev.weir.cluster;

import dev.weir.cluster.internal.master.Master;
import dev.weir.cluster.internal.master.MasterOptions;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.worker.Worker;
import dev.weir.cluster.internal.worker.WorkerLimits;
import dev.weir.cluster.internal.worker.WorkerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.Compilers;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A task without a network, in a time and with memory of its own. */
public final class PlayedTask implements AutoCloseable {
  public static final TaskId SELF = new TaskId("worker", 0);
  public static final Duration LIMIT = Duration.ofSeconds(30);

  public final PlayedScheduler scheduler = new PlayedScheduler();
  public final CachingAllocator allocator = new CachingAllocator(1 << 26);

  /** The other tasks of the cluster; one without a worker is not there. */
  public final Map<TaskId, WorkerPort> others = new ConcurrentHashMap<>();

  /** What the network fails with, by a mistake of ours; null if it works. */
  public @Nullable Error mistake;

  public final Worker worker;
  public final Master master;
  private final List<TaskId> tasks = new ArrayList<>();

  /** One with the usual limits. */
  public PlayedTask(TaskId... others) {
    this(MasterOptions.STANDARD.maxSessions(), WorkerLimits.STANDARD, others);
  }

  /** One with other limits. */
  public PlayedTask(int sessions, WorkerLimits limits, TaskId... others) {
    tasks.add(SELF);
    tasks.addAll(List.of(others));
    Device usual = Device.cpu(new DeviceSpec(SELF.job(), 0, SELF.index(), null, null), 0, 1);
    Device device =
        new Device(usual.spec(), usual.incarnation(), usual.speed(), allocator, usual.resources());
    LocalOptions config = LocalOptions.builder().devices(List.of(device)).build();
    TaskContext context = new TaskContext(SELF, this::peer, false);
    this.worker =
        new Worker(
            context,
            config,
            scheduler,
            ComputePool.on(scheduler),
            WorkerOptions.STANDARD.withLimits(limits));
    this.master =
        new Master(
            context,
            () -> tasks,
            Compilers.optimizer(config),
            scheduler,
            MasterOptions.STANDARD.withMaxSessions(sessions));
  }

  private WorkerPort peer(TaskId task) {
    if (task.equals(SELF)) {
      return worker;
    }
    Error thrown = mistake;
    if (thrown != null) {
      throw thrown;
    }
    WorkerPort other = others.get(task);
    if (other == null) {
      throw new WeirException(ErrorCode.UNAVAILABLE, task + " is not there");
    }
    return other;
  }

  /** What a call gives once all that it needs has been done. */
  public <T> T settled(CompletableFuture<T> call) {
    scheduler.settle();
    return call.resultNow();
  }

  /** What a call fails with once all that it needs has been done. */
  public WeirException refused(CompletableFuture<?> call) {
    scheduler.settle();
    return (WeirException) call.exceptionNow();
  }

  @Override
  public void close() {
    master.close();
    scheduler.settle();
    worker.close();
    scheduler.settle();
  }
}

package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.TaskPeers;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.NameLimits;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.internal.compile.CostSamples;
import dev.weir.runtime.internal.compile.StepSpec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a session that have been asked for so far: each is cut into parts once, and each
 * part is registered with its task once. The number of steps is bounded; the least recently used
 * one is evicted and its parts are deregistered. A step is placed and registered once more when its
 * costs have been measured. Thread-safe.
 */
final class StepRegistry {
  /** How many steps of one session are kept. */
  static final int MOST_STEPS = 1_000;

  /** How much the names of all their feeds, fetches and targets may take. */
  static final long MOST_BYTES = 1 << 24;

  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  /** A step and how many use it now. */
  private static final class Entry {
    private final CompletableFuture<RegisteredStep> step = new CompletableFuture<>();
    private final long bytes;
    private final boolean measured;
    private int users;

    /** Whether another has taken its place: its parts are given back after the last use. */
    private boolean replaced;

    /**
     * A step to be registered.
     *
     * @param measured whether it is placed by measured costs, and need not be measured again
     */
    Entry(long bytes, boolean measured) {
      this.bytes = bytes;
      this.measured = measured;
    }
  }

  /** A step in use, which stays registered until the use is closed. */
  final class Use implements AutoCloseable {
    private final Entry entry;
    private boolean closed;

    private Use(Entry entry) {
      this.entry = entry;
    }

    CompletableFuture<RegisteredStep> step() {
      return entry.step;
    }

    /** Ends the use. Doing it twice does nothing. */
    @Override
    public void close() {
      boolean isLast;
      synchronized (steps) {
        if (closed) {
          return;
        }
        closed = true;
        entry.users--;
        isLast = entry.replaced && entry.users == 0;
      }
      if (isLast) {
        entry.step.resultNow().parts().forEach(StepRegistry.this::deregister);
      }
    }
  }

  private final String session;
  private final StepCutter cutter;
  private final SessionOptions options;
  private final List<RemoteDevice> devices;
  private final TaskPeers peers;
  private final Scheduler scheduler;
  private final Map<StepSpec, Entry> steps = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private volatile boolean closed;

  /**
   * None yet.
   *
   * @param session the session's handle
   * @param devices where its parts may be
   */
  StepRegistry(
      String session,
      StepCutter cutter,
      SessionOptions options,
      List<RemoteDevice> devices,
      TaskPeers peers,
      Scheduler scheduler) {
    this.session = session;
    this.cutter = cutter;
    this.options = options;
    this.devices = List.copyOf(devices);
    this.peers = peers;
    this.scheduler = scheduler;
  }

  /** The session ends; what fails from now on fails because of that. */
  void close() {
    closed = true;
  }

  /** Whether a step is being cut or registered. */
  boolean isBusy() {
    synchronized (steps) {
      return !steps.values().stream().allMatch(entry -> entry.step.isDone());
    }
  }

  /** How many steps are kept. */
  int size() {
    synchronized (steps) {
      return steps.size();
    }
  }

  /** The step, cut and registered by the first caller that asks for it. */
  Use use(StepSpec key) {
    Entry entry;
    List<Entry> unused = List.of();
    boolean isNew = false;
    synchronized (steps) {
      entry = steps.get(key);
      if (entry == null || entry.step.isCompletedExceptionally()) {
        unused = makeRoom(key);
        entry = new Entry(NameLimits.bytes(key), false);
        Entry failed = steps.put(key, entry);
        bytes += entry.bytes - (failed == null ? 0 : failed.bytes);
        isNew = true;
      }
      entry.users++;
    }
    unused.forEach(old -> old.step.resultNow().parts().forEach(this::deregister));
    if (isNew) {
      Entry made = entry;
      try {
        scheduler.execute(() -> register(key, made));
      } catch (RuntimeException | Error e) {
        refuse(key, made, RpcFailures.of(e));
      }
    }
    return new Use(entry);
  }

  /**
   * Places a step once more, by the costs learned since, and registers it. Until that is done, and
   * if it fails, runs use the registered one.
   */
  void place(StepSpec key, RegisteredStep measured) {
    Entry fresh = new Entry(NameLimits.bytes(key), true);
    Futures.whenDone(
        fresh.step,
        (step, error) -> {
          if (error == null) {
            replace(key, measured, fresh);
          }
        });
    try {
      scheduler.execute(() -> register(key, fresh));
    } catch (RuntimeException | Error e) {
      refuse(key, fresh, RpcFailures.of(e));
    }
  }

  private void replace(StepSpec key, RegisteredStep old, Entry fresh) {
    RegisteredStep unused = null;
    synchronized (steps) {
      Entry entry = steps.get(key);
      boolean isRegistered =
          entry != null && entry.step.isDone() && !entry.step.isCompletedExceptionally();
      if (entry == null || !isRegistered || !entry.step.resultNow().equals(old)) {
        unused = fresh.step.resultNow(); // it was dropped, or replaced by another run's costs
      } else {
        steps.put(key, fresh); // as long a name
        entry.replaced = true;
        unused = entry.users == 0 ? old : null;
      }
    }
    if (unused != null) {
      unused.parts().forEach(this::deregister);
    }
  }

  /** Removes steps that were not used for longest until there is room for one more. */
  private List<Entry> makeRoom(StepSpec key) {
    List<Entry> removed = new ArrayList<>();
    Iterator<Entry> entries = steps.values().iterator();
    while (!hasRoom(key) && entries.hasNext()) {
      Entry eldest = entries.next();
      if (eldest.users == 0 && eldest.step.isDone() && !eldest.step.isCompletedExceptionally()) {
        entries.remove();
        bytes -= eldest.bytes;
        removed.add(eldest);
      }
    }
    if (!hasRoom(key)) {
      removed.forEach(old -> old.step.resultNow().parts().forEach(this::deregister));
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "session "
              + session
              + " runs "
              + steps.size()
              + " different steps at once; the limit is "
              + MOST_STEPS
              + "; their names take "
              + (bytes + NameLimits.bytes(key))
              + " bytes; the limit is "
              + MOST_BYTES);
    }
    return removed;
  }

  private boolean hasRoom(StepSpec key) {
    return (steps.size() < MOST_STEPS || steps.containsKey(key))
        && bytes + NameLimits.bytes(key) <= MOST_BYTES;
  }

  private void forget(StepSpec key, Entry failed) {
    synchronized (steps) {
      bytes -= steps.remove(key, failed) ? failed.bytes : 0;
    }
  }

  private void register(StepSpec key, Entry made) {
    try {
      StepCutter.CutStep cut = cutter.cut(key);
      List<CompletableFuture<RegisteredStep.Part>> registered = new ArrayList<>();
      for (TaskPart part : cut.parts()) {
        registered.add(
            Futures.attempt(() -> register(part)) // one that fails has the others given back
                .exceptionally(
                    error -> {
                      throw RpcFailures.of(error).withTask(part.task().name());
                    }));
      }
      Futures.whenDone(
          CompletableFuture.allOf(registered.toArray(CompletableFuture[]::new)),
          (none, error) -> {
            if (error != null) {
              registered.stream()
                  .filter(part -> !part.isCompletedExceptionally())
                  .forEach(part -> deregister(part.resultNow()));
              refuse(key, made, RpcFailures.of(error));
            } else {
              made.step.complete(
                  new RegisteredStep(
                      registered.stream().map(CompletableFuture::resultNow).toList(),
                      made.measured ? CostSamples.NONE : cut.samples(),
                      cut.dependsOnCosts()));
            }
          });
    } catch (RuntimeException | Error e) {
      refuse(key, made, RpcFailures.of(e));
    }
  }

  private CompletableFuture<RegisteredStep.Part> register(TaskPart part) {
    WorkerPort worker = peers.worker(part.task());
    long incarnation = incarnation(part.task());
    ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(part.graph()));
    return worker
        .registerGraph(new RegisterGraph(session, graphDef, options), MasterTimeouts.REGISTER)
        .thenApply(handle -> new RegisteredStep.Part(part, worker, handle, incarnation));
  }

  private void refuse(StepSpec key, Entry made, WeirException because) {
    forget(key, made);
    if (!closed) { // said first: a client that is told may close the session at once
      LOG.warn("a step of session {} cannot run: {}", session, because.summary());
    }
    made.step.completeExceptionally(because);
  }

  /** Gives a part back: others did not get to their tasks, or the step is not used any more. */
  private void deregister(RegisteredStep.Part part) {
    RemoteCleanup.watch(
        Futures.attempt(
            () ->
                part.worker()
                    .deregisterGraph(
                        new DeregisterGraph(session, part.graph()), MasterTimeouts.CALL)),
        part.what().task());
  }

  private long incarnation(TaskId task) {
    return devices.stream()
        .filter(device -> device.task().equals(task))
        .findFirst()
        .map(RemoteDevice::incarnation)
        .orElseThrow(() -> WeirException.internal("session %s has no device of %s", session, task));
  }
}

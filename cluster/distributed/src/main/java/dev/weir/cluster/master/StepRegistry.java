package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.transport.Futures;
import dev.weir.cluster.transport.Scheduler;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.cluster.wire.Failures;
import dev.weir.cluster.wire.RegisterGraph;
import dev.weir.cluster.wire.SessionOptions;
import dev.weir.cluster.worker.Peers;
import dev.weir.cluster.worker.TaskErrors;
import dev.weir.error.WeirException;
import dev.weir.graph.graphdef.GraphDefs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a session that have been asked for so far: each is cut into parts once, and each
 * part is registered with its task once. Thread-safe.
 */
final class StepRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private final String session;
  private final StepCutter cutter;
  private final SessionOptions options;
  private final List<RemoteDevice> devices;
  private final Peers peers;
  private final Scheduler scheduler;
  private final Map<StepKey, CompletableFuture<RegisteredStep>> steps = new ConcurrentHashMap<>();
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
      Peers peers,
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
    return !steps.values().stream().allMatch(CompletableFuture::isDone);
  }

  /** The step, cut and registered; only the first who asks for it has that done. */
  CompletableFuture<RegisteredStep> get(StepKey key) {
    CompletableFuture<RegisteredStep> known = steps.get(key);
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    CompletableFuture<RegisteredStep> made = new CompletableFuture<>();
    CompletableFuture<RegisteredStep> before =
        known == null
            ? steps.putIfAbsent(key, made)
            : steps.replace(key, known, made) ? null : steps.get(key);
    if (before != null) {
      return before;
    }
    scheduler.execute(() -> register(key, made));
    return made;
  }

  private void register(StepKey key, CompletableFuture<RegisteredStep> made) {
    try {
      List<StepPart> parts = cutter.cut(key);
      List<CompletableFuture<RegisteredStep.Part>> registered = new ArrayList<>();
      for (StepPart part : parts) {
        WorkerPort worker = peers.worker(part.task());
        ByteBuffer graphDef = ByteBuffer.wrap(GraphDefs.toBinary(part.graph()));
        registered.add(
            worker
                .registerGraph(new RegisterGraph(session, graphDef, options), Limits.REGISTER)
                .handle(
                    (graphHandle, error) -> {
                      if (error != null) {
                        throw TaskErrors.from(part.task(), Failures.of(error));
                      }
                      return new RegisteredStep.Part(
                          part, worker, graphHandle, incarnation(part.task()));
                    }));
      }
      Futures.whenDone(
          CompletableFuture.allOf(registered.toArray(CompletableFuture[]::new)),
          (none, error) -> {
            if (error != null) {
              registered.forEach(this::deregister);
              refuse(made, Failures.of(error));
            } else {
              made.complete(
                  new RegisteredStep(
                      registered.stream().map(CompletableFuture::resultNow).toList()));
            }
          });
    } catch (RuntimeException | Error e) {
      refuse(made, Failures.of(e));
    }
  }

  private void refuse(CompletableFuture<?> made, WeirException because) {
    made.completeExceptionally(because);
    if (!closed) {
      LOG.warn("a step of session {} cannot run: {}", session, Failures.firstLine(because));
    }
  }

  /** Gives up a part that got to its task while others did not. */
  private void deregister(CompletableFuture<RegisteredStep.Part> registered) {
    if (!registered.isCompletedExceptionally()) {
      RegisteredStep.Part part = registered.resultNow();
      CleanUps.watch(
          part.worker().deregisterGraph(session, part.graph(), Limits.CALL), part.what().task());
    }
  }

  private long incarnation(TaskId task) {
    return devices.stream()
        .filter(device -> device.task().equals(task))
        .findFirst()
        .map(RemoteDevice::incarnation)
        .orElseThrow(() -> WeirException.internal("session %s has no device of %s", session, task));
  }
}

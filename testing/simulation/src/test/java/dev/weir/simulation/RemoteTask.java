package dev.weir.simulation;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The master and worker of another task, over the simulated network. */
final class RemoteTask implements MasterPort, WorkerPort {
  private final SimulatedNetwork network;
  private final Endpoint caller;
  private final TaskId callee;

  /** The incarnation that was found there; a later one is reached once this one is dead. */
  private final @Nullable SimulatedTask address;

  RemoteTask(SimulatedNetwork network, Endpoint caller, TaskId callee) {
    this.network = network;
    this.caller = caller;
    this.callee = callee;
    this.address = network.alive(callee);
  }

  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return new SimulatedCall<>(network, caller, callee, address, rpc, request).start(timeout);
  }
}

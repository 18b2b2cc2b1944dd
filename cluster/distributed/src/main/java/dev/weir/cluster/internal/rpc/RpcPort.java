package dev.weir.cluster.internal.rpc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that RPC methods can be called on: the master or worker of this process, or a
 * connection to another one. Thread-safe.
 *
 * <p>Tensors in a request belong to the caller, who may release them when this returns. Tensors in
 * the response belong to the caller too. Cancelling the future cancels the call.
 */
public interface RpcPort {
  /**
   * Calls a method.
   *
   * @param timeout the call fails with {@code DEADLINE_EXCEEDED} if there is no response in time
   */
  <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout);
}

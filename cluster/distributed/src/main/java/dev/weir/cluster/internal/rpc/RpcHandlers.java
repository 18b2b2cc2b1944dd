package dev.weir.cluster.internal.rpc;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The methods that a master or a worker implements. Immutable. */
public final class RpcHandlers implements RpcPort {
  /** Implements one method. */
  @FunctionalInterface
  public interface Handler<Q, R extends @Nullable Object> {
    /** Handles a request; the tensors of the request stay the caller's. */
    CompletableFuture<R> handle(Q request, Duration timeout);
  }

  private final Map<Rpc<?, ?>, Handler<?, ?>> handlers;

  private RpcHandlers(Map<Rpc<?, ?>, Handler<?, ?>> handlers) {
    this.handlers = Map.copyOf(handlers);
  }

  /** No handlers yet. */
  public static Builder builder() {
    return new Builder();
  }

  /** The methods that have a handler. */
  public Set<Rpc<?, ?>> methods() {
    return handlers.keySet();
  }

  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    @SuppressWarnings("unchecked") // the builder takes a handler of the method's types only
    Handler<Q, R> handler = (Handler<Q, R>) handlers.get(rpc);
    if (handler == null) {
      return CompletableFuture.failedFuture(
          new WeirException(ErrorCode.UNIMPLEMENTED, rpc.name() + " is not implemented here"));
    }
    return handler.handle(request, timeout);
  }

  /** Collects handlers. */
  public static final class Builder {
    private final Map<Rpc<?, ?>, Handler<?, ?>> handlers = new HashMap<>();

    private Builder() {}

    /** Implements a method. */
    public <Q, R extends @Nullable Object> Builder on(Rpc<Q, R> rpc, Handler<Q, R> handler) {
      if (handlers.putIfAbsent(rpc, handler) != null) {
        throw WeirException.invalidArgument("%s has a handler already", rpc.name());
      }
      return this;
    }

    public RpcHandlers build() {
      return new RpcHandlers(handlers);
    }
  }
}

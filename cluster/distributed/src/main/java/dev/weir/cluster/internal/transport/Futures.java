package dev.weir.cluster.internal.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Helpers for futures. */
public final class Futures {
  private static final Logger LOG = LoggerFactory.getLogger(Futures.class);

  private Futures() {}

  /** Tells a listener how a future ends. That the listener fails would be a bug, and is logged. */
  public static <T extends @Nullable Object> void whenDone(
      CompletableFuture<T> future, BiConsumer<? super @Nullable T, @Nullable Throwable> listener) {
    CompletableFuture<T> unused =
        future.whenComplete(
            (value, error) -> {
              try {
                listener.accept(value, error);
              } catch (RuntimeException | Error e) {
                LOG.error("a listener failed", e);
              }
            });
  }

  /** Makes a call; if it fails at once, so does the future. */
  public static <T extends @Nullable Object> CompletableFuture<T> attempt(
      Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Completes a future with the outcome of another, and passes cancellation back.
   *
   * @param release releases a value that arrived too late
   */
  public static <T extends @Nullable Object> void follow(
      CompletableFuture<T> from, CompletableFuture<T> to, Consumer<T> release) {
    whenDone(
        to,
        (value, error) -> {
          if (to.isCancelled()) {
            from.cancel(true);
          }
        });
    CompletableFuture<T> unused =
        from.whenComplete(
            (value, error) -> {
              if (error != null) {
                to.completeExceptionally(error);
              } else if (!to.complete(value)) {
                release.accept(value);
              }
            });
  }
}

package dev.weir.runtime.internal;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A step that is fed and fetched incrementally, as an {@link Engine} carries it out. Thread-safe.
 */
public interface PartialStep {
  /** Feeds an edge; the value stays the caller's. */
  void feed(Output output, Tensor value);

  /** Asks for the value of an edge, whose reference then is the caller's. */
  CompletableFuture<Tensor> fetch(Output output);

  /** Ends when everything has run. */
  CompletableFuture<@Nullable Void> end();

  /** Gives up what has not run. */
  void abort(WeirException cause);
}

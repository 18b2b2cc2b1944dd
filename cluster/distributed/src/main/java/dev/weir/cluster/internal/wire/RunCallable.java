package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A client runs a callable.
 *
 * @param feeds one for each edge the callable was made with, in that order
 */
public record RunCallable(String session, long callable, List<Tensor> feeds, long requestId) {
  public RunCallable {
    feeds = List.copyOf(feeds);
  }
}

package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A client runs a callable.
 *
 * @param feeds one for each edge the callable was made with, in that order
 */
public record RunCallable(String session, long callable, List<Tensor> feeds, long requestId)
    implements TensorRequest<RunCallable> {
  public RunCallable {
    feeds = List.copyOf(feeds);
  }

  @Override
  public List<Tensor> tensors() {
    return feeds;
  }

  @Override
  public void release() {
    feeds.forEach(feed -> feed.buffer().release());
  }

  @Override
  public RunCallable retained() {
    return feeds.isEmpty()
        ? this
        : new RunCallable(
            session, callable, feeds.stream().map(Tensor::shared).toList(), requestId);
  }
}

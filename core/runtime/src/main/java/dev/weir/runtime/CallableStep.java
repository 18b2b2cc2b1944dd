package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.PreparedStep;
import dev.weir.runtime.internal.execute.Border;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A step with fixed feeds, fetches and targets, prepared once and run by handle: the fastest way to
 * run one step many times. Thread-safe; runs may overlap.
 *
 * {@snippet :
 * try (CallableStep predict = session.callable(List.of(x), List.of(y))) {
 *   Tensor result = predict.run(batch).get(y);
 * }
 * }
 *
 * <p>Use a {@link Runner} where feeds or fetches vary, or where each run has options of its own.
 */
public final class CallableStep implements AutoCloseable {
  private final Session session;
  private final List<Output> feeds;
  private final List<String> fetches;
  private final PreparedStep step;
  private volatile boolean closed;

  CallableStep(Session session, List<Output> feeds, List<String> fetches, PreparedStep step) {
    this.session = session;
    this.feeds = feeds;
    this.fetches = fetches;
    this.step = step;
  }

  /** Runs the step. Takes one tensor for each feed, in the order of the feeds. */
  public Result run(Tensor... values) {
    checkOpen();
    if (values.length != feeds.size()) {
      throw WeirException.invalidArgument(
          "the step takes %d feeds %s and gets %d", feeds.size(), names(), values.length);
    }
    for (int i = 0; i < values.length; i++) {
      Border.checkFeed(feeds.get(i), values[i]);
    }
    Graph graph = session.graph();
    return new Result(graph, fetches, step.run(values));
  }

  private List<String> names() {
    return feeds.stream().map(Output::name).toList();
  }

  private void checkOpen() {
    session.checkOpen();
    if (closed) {
      throw WeirException.failedPrecondition("the callable step is closed");
    }
  }

  /** Refuses further runs and, on a cluster, frees the handle. Closing it twice has no effect. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      step.close();
    }
  }
}

package dev.weir.bench.network;

import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.util.Map;

/** Weir, through a session with its default settings. */
public final class WeirSide implements Side {
  private final NetworkGraph network;
  private final Session session;
  private final Map<Output, Tensor> feeds;

  /** Builds the graph and gives its variables their values. */
  public WeirSide(Task task) {
    network = new NetworkGraph(task, false);
    session = Session.open(network.graph());
    Runner start = session.runner().addTarget(network.initializer());
    Map<Output, Tensor> values = network.initialValues();
    values.forEach(start::feed);
    start.run();
    values.values().forEach(Tensor::close);
    feeds = network.feeds();
  }

  @Override
  public String name() {
    return "weir";
  }

  private Runner step() {
    Runner runner = session.runner().fetch(network.fetched());
    feeds.forEach(runner::feed);
    network.targets().forEach(runner::addTarget);
    return runner;
  }

  @Override
  public void run(long times) {
    for (long i = 0; i < times; i++) {
      step().run().forEach(Tensor::close);
    }
  }

  @Override
  public float[] observe() {
    return Observed.floats(step().run().getFirst());
  }

  @Override
  public void close() {
    session.close();
  }
}

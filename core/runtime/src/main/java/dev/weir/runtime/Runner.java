package dev.weir.runtime;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.PassNote;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.Border;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** One step in preparation: what is fed, what is fetched, what is run. Not thread-safe. */
public final class Runner {
  private final Session session;
  private final List<String> feeds = new ArrayList<>(2);
  private final List<Tensor> values = new ArrayList<>(2);
  private final List<String> fetches = new ArrayList<>(2);
  private final List<String> targets = new ArrayList<>(0);
  private RunOptions options = RunOptions.DEFAULT;

  Runner(Session session) {
    this.session = session;
  }

  /** Feeds an edge, by the name {@code node:index} or {@code node}. */
  public Runner feed(String endpoint, Tensor value) {
    return feed(session.graph().output(endpoint), value);
  }

  /** Feeds an edge. */
  public Runner feed(Operand edge, Tensor value) {
    Output output = session.edge(edge);
    Border.checkFeed(output, value);
    feeds.add(output.name());
    values.add(value);
    return this;
  }

  /** Fetches an edge, by the name {@code node:index} or {@code node}. */
  public Runner fetch(String endpoint) {
    return fetch(session.graph().output(endpoint));
  }

  /** Fetches an edge. */
  public Runner fetch(Operand edge) {
    Output output = session.edge(edge);
    fetches.add(output.name());
    return this;
  }

  /** Runs a node for its effect. */
  public Runner addTarget(String node) {
    return addTarget(session.graph().get(node));
  }

  /** Runs a node for its effect. */
  public Runner addTarget(Node node) {
    targets.add(session.own(node).name());
    return this;
  }

  /** Sets deadline and cancellation. */
  public Runner options(RunOptions others) {
    options = others;
    return this;
  }

  /** Runs the step and returns the fetched values, in the order in which they were asked for. */
  public Result run() {
    return session.run(step(), values.toArray(Tensor[]::new), options);
  }

  /**
   * Runs the step with one more edge fetched and returns the value of this edge. It is not fetched
   * in further runs.
   */
  public Tensor run(Operand edge) {
    String name = session.edge(edge).name();
    List<String> all = List.of(name);
    if (!fetches.isEmpty()) {
      all = new ArrayList<>(fetches);
      all.add(name);
    }
    StepSpec step = new StepSpec(feeds, all, targets);
    return session.run(step, values.toArray(Tensor[]::new), options).getLast();
  }

  /** Runs the step and returns the value of an edge, {@code node:index} or {@code node}. */
  public Tensor run(String endpoint) {
    return run(session.graph().output(endpoint));
  }

  /** Runs the step and records what happens: for finding out where time goes. */
  public TracedRun runTraced() {
    return session.runTraced(step(), values.toArray(Tensor[]::new), options);
  }

  /** Where the step's nodes would run, and why. What is fed is not looked at. */
  public Placement explainPlacement() {
    return session.explainPlacement(step());
  }

  /**
   * Which of the step's nodes would become one kernel, and why not more. What is fed is not looked
   * at. Sessions on clusters cannot say.
   */
  public List<PassNote> explainCompile() {
    return session.explainCompile(step());
  }

  private StepSpec step() {
    return new StepSpec(feeds, fetches, targets);
  }
}

package dev.weir.testkit;

import dev.weir.graph.Graph;
import dev.weir.ops.Ops;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A graph and the steps to run on it, one after the other in one session: for ops that only make
 * sense together, such as those on variables, and for control flow.
 *
 * {@snippet :
 * Scenario.of("counts", Set.of("VarHandleOp", "AssignAddVariableOp"), (ops, steps) -> {
 *   …
 *   steps.run("init");
 *   steps.fetch("total:0");
 * });
 * }
 */
public final class Scenario {
  /**
   * One step.
   *
   * @param isRefused whether Weir must refuse it
   * @param deviation what TensorFlow does instead of refusing it; null if it refuses it too
   */
  public record Step(
      Map<String, Tensor> feeds,
      List<String> fetches,
      List<String> targets,
      boolean isRefused,
      @Nullable String deviation) {
    /** A step that TensorFlow refuses, too, if Weir does. */
    public Step(
        Map<String, Tensor> feeds, List<String> fetches, List<String> targets, boolean isRefused) {
      this(feeds, fetches, targets, isRefused, null);
    }
  }

  /** The steps of a scenario, in order. */
  public static final class Steps {
    private final List<Step> steps = new ArrayList<>();

    /** Fetches edges. */
    public void fetch(String... fetches) {
      steps.add(new Step(Map.of(), List.of(fetches), List.of(), false));
    }

    /** Runs nodes for their effect. */
    public void run(String... targets) {
      steps.add(new Step(Map.of(), List.of(), List.of(targets), false));
    }

    /** Fetches edges while feeding others. */
    public void fetchWith(Map<String, Tensor> feeds, String... fetches) {
      steps.add(new Step(feeds, List.of(fetches), List.of(), false));
    }

    /** Tries to fetch edges; both systems must refuse. */
    public void refuse(String... fetches) {
      steps.add(new Step(Map.of(), List.of(fetches), List.of(), true));
    }

    /** Tries to fetch edges while feeding others; both systems must refuse. */
    public void refuseWith(Map<String, Tensor> feeds, String... fetches) {
      steps.add(new Step(feeds, List.of(fetches), List.of(), true));
    }

    /** Runs nodes for their effect while feeding edges. */
    public void runWith(Map<String, Tensor> feeds, String... targets) {
      steps.add(new Step(feeds, List.of(), List.of(targets), false));
    }

    /** Tries to run nodes while feeding edges; both systems must refuse. */
    public void refuseRunWith(Map<String, Tensor> feeds, String... targets) {
      steps.add(new Step(feeds, List.of(), List.of(targets), true));
    }

    /** Tries to run nodes; both systems must refuse. */
    public void refuseRun(String... targets) {
      steps.add(new Step(Map.of(), List.of(), List.of(targets), true));
    }

    /**
     * Tries to run nodes or fetch edges ({@code "node:0"}); Weir must refuse. A step that ends
     * TensorFlow's process is the last of its scenario.
     *
     * @param theirs what TensorFlow does, as written in docs/compatibility.md
     */
    public void deviate(Map<String, Tensor> feeds, String target, String theirs) {
      boolean isEdge = target.contains(":");
      steps.add(
          new Step(
              feeds,
              isEdge ? List.of(target) : List.of(),
              isEdge ? List.of() : List.of(target),
              true,
              theirs));
    }

    /** The steps so far. */
    public List<Step> all() {
      return List.copyOf(steps);
    }
  }

  private final String title;
  private final Set<String> ops;
  private final BiConsumer<Ops, Steps> build;
  private boolean comparesShapes;
  private Tolerance tolerance = Tolerance.ofUlps(2);

  private Scenario(String title, Set<String> ops, BiConsumer<Ops, Steps> build) {
    this.title = title;
    this.ops = Set.copyOf(ops);
    this.build = build;
  }

  /** A scenario that shows these ops. */
  public static Scenario of(String title, Set<String> ops, BiConsumer<Ops, Steps> build) {
    return new Scenario(title, ops, build);
  }

  /** How much results may differ. */
  public Scenario within(Tolerance bound) {
    tolerance = bound;
    return this;
  }

  /** Also compares the shapes inferred for the nodes of the ops it shows. */
  public Scenario comparingShapes() {
    comparesShapes = true;
    return this;
  }

  public boolean comparesShapes() {
    return comparesShapes;
  }

  public String title() {
    return title;
  }

  /** The ops it counts as a sample of. */
  public Set<String> ops() {
    return ops;
  }

  public Tolerance tolerance() {
    return tolerance;
  }

  /** Builds the graph. Returns the steps to run on it. */
  public List<Step> build(Graph graph) {
    Steps steps = new Steps();
    build.accept(Ops.create(graph), steps);
    return steps.all();
  }

  @Override
  public String toString() {
    return title;
  }
}

package dev.weir.runtime.internal;

import dev.weir.graph.Graph;
import dev.weir.graph.PassNote;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.internal.compile.Boundary;
import dev.weir.runtime.internal.compile.CompiledStep;
import dev.weir.runtime.internal.compile.CostSamples;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.compile.StepCompiler;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.compile.StepParts;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.execute.StepListener;
import dev.weir.runtime.internal.execute.StepServices;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.runtime.internal.trace.NodeRunEvent;
import dev.weir.runtime.internal.trace.TraceRecorder;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Carries out steps in this process: master and worker in one, values cross in memory. */
public final class LocalEngine implements Engine {
  private final Graph graph;
  private final LocalOptions options;
  private final StepCompiler compiler;
  private final PlanCompiler planner;
  private final Map<StepSpec, LocalStep> steps = new ConcurrentHashMap<>();
  private final NodeStates states = new NodeStates();
  private final GraphServices services;

  /** Whether nodes may be placed on one device or another. */
  private final boolean hasChoice;

  /**
   * A step as it is kept.
   *
   * @param samples which of its runs are measured
   * @param outdated whether costs were learned since it was placed
   */
  private record LocalStep(CompiledStep compiled, CostSamples samples, boolean outdated) {
    boolean isCurrent(Graph graph) {
      return !outdated && compiled.revision() == graph.revision();
    }
  }

  public LocalEngine(Graph graph, LocalOptions options) {
    this.graph = graph;
    this.options = options;
    this.hasChoice = options.devices().size() > 1;
    this.compiler = Compilers.steps(options);
    this.planner = Compilers.plans(options);
    this.services = new GraphServices(graph, planner, states);
  }

  @Override
  public void reset(List<String> containers) {
    options.devices().forEach(device -> containers.forEach(device.resources()::reset));
  }

  @Override
  public void close() {
    steps.clear();
    services.clear();
    states.close();
  }

  @Override
  public List<Tensor> run(StepSpec step, Tensor[] feeds, RunOptions options) {
    return run(compiled(step), step, feeds, options);
  }

  private List<Tensor> run(LocalStep step, StepSpec spec, Tensor[] feeds, RunOptions options) {
    if (!NodeRunEvent.isWanted() && step.samples().begin()) {
      TracedStep traced = measure(step.compiled(), feeds, options);
      if (step.samples().end()) {
        steps.put(spec, new LocalStep(step.compiled(), CostSamples.NONE, true));
      }
      return traced.fetched();
    }
    return run(step(step.compiled(), feeds, ordinary()), step.compiled(), options);
  }

  @Override
  public PreparedStep prepare(StepSpec step, RunOptions options) {
    return new LocalPreparedStep(step, options);
  }

  /** Keeps the compiled step, so that a run needs no lookup by its names. */
  private final class LocalPreparedStep implements PreparedStep {
    private final StepSpec spec;
    private final RunOptions runOptions;
    private volatile LocalStep step;

    LocalPreparedStep(StepSpec spec, RunOptions runOptions) {
      this.spec = spec;
      this.runOptions = runOptions;
      this.step = compiled(spec);
    }

    @Override
    public List<Tensor> run(Tensor[] feeds) {
      LocalStep current = step;
      if (hasChoice || !current.isCurrent(graph)) {
        current = compiled(spec);
        step = current;
      }
      return LocalEngine.this.run(current, spec, feeds, runOptions);
    }

    @Override
    public void close() {
      // the compiled step stays in the cache of the session
    }
  }

  @Override
  public TracedStep runTraced(StepSpec spec, Tensor[] feeds, RunOptions options) {
    CompiledStep compiled = compiled(spec).compiled();
    TracedStep traced = measure(compiled, feeds, options);
    if (hasChoice) {
      steps.put(spec, new LocalStep(compiled, CostSamples.NONE, true));
    }
    return traced;
  }

  /** Runs a step and learns from it what nodes cost. */
  private TracedStep measure(CompiledStep compiled, Tensor[] feeds, RunOptions options) {
    TraceRecorder recorder = new TraceRecorder();
    Step step = step(compiled, feeds, services.withListener(recorder));
    long start = System.nanoTime();
    List<Tensor> fetched = run(step, compiled, options);
    StepTrace trace = recorder.trace(step.id(), start, System.nanoTime());
    compiler.learn(trace);
    return new TracedStep(fetched, trace);
  }

  @Override
  public Placement explainPlacement(StepSpec step) {
    return compiler.explain(graph, step);
  }

  @Override
  public List<PassNote> explainCompile(StepSpec step) {
    return planner.explain(only(compiler.compile(graph, step, Boundary.ARGUMENTS)).graph());
  }

  @Override
  public PartialStep partialRun(StepSpec step, RunOptions options) {
    StepPart part = only(compiler.compile(graph, step, Boundary.RENDEZVOUS));
    return LocalPartialStep.start(
        part, planner.compile(part.graph()), services, options.cancellation());
  }

  @Override
  public int cachedSteps() {
    return steps.size();
  }

  private LocalStep compiled(StepSpec spec) {
    LocalStep known = steps.get(spec);
    if (known != null && known.isCurrent(graph)) {
      return known;
    }
    long revision = graph.revision(); // read first: a change from now on is one the plans lack
    StepParts parts = compiler.compile(graph, spec, Boundary.ARGUMENTS);
    CompiledStep compiled =
        new CompiledStep(planner.compile(only(parts).graph()), spec.fetches().size(), revision);
    CostSamples samples = known == null ? CostSamples.of(parts) : known.samples();
    LocalStep step = new LocalStep(compiled, samples, false);
    steps.put(spec, step);
    return step;
  }

  /** All of a step: this process is its only task. */
  private StepPart only(StepParts step) {
    return step.parts().isEmpty()
        ? new StepPart("", new Graph(graph.registry()), Map.of(), Map.of())
        : step.parts().getFirst();
  }

  private StepServices ordinary() {
    StepListener listener = NodeRunEvent.isWanted() ? NodeRunEvent.listener() : null;
    return listener == null ? services : services.withListener(listener);
  }

  private static Step step(CompiledStep compiled, Tensor[] feeds, StepServices services) {
    return new Step(shared(feeds), compiled.resultCount(), services, new LocalRendezvous());
  }

  /** Runs a step and gives back its arguments. */
  private static List<Tensor> run(Step step, CompiledStep compiled, RunOptions options) {
    Cancellation cancellation = options.cancellation();
    Cancellation.Registration registration =
        cancellation == null ? null : cancellation.onCancel(step::cancel);
    Deadline deadline =
        options.deadline() == null ? null : Deadline.after(options.deadline(), step);
    try {
      step.start(compiled.plans());
      step.await();
    } finally {
      if (deadline != null) {
        deadline.cancel();
      }
      if (registration != null) {
        registration.remove();
      }
      step.releaseArguments();
    }
    Tensor[] results = step.takeResults();
    List<Tensor> fetched = new ArrayList<>(results.length);
    for (Tensor result : results) {
      fetched.add(result.collected());
    }
    return fetched;
  }

  /** Closing a tensor while a step runs on it does not disturb the step. */
  private static Tensor[] shared(Tensor[] feeds) {
    Tensor[] shared = new Tensor[feeds.length];
    int count = 0;
    try {
      for (; count < feeds.length; count++) {
        shared[count] = feeds[count].shared();
      }
      return shared;
    } finally {
      for (int i = 0; count < feeds.length && i < count; i++) {
        shared[i].buffer().release(); // a later one is closed
      }
    }
  }
}

package dev.weir.runtime;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.compile.CompiledStep;
import dev.weir.runtime.compile.StepCompiler;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.execute.Step;
import dev.weir.runtime.execute.StepListener;
import dev.weir.runtime.execute.StepServices;
import dev.weir.runtime.place.Placement;
import dev.weir.runtime.rendezvous.LocalRendezvous;
import dev.weir.runtime.trace.NodeRunEvent;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.runtime.trace.TraceRecorder;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Carries out steps in this process: master and worker in one, values cross in memory. */
final class LocalEngine implements Engine {
  private final Graph graph;
  private final SessionConfig config;
  private final StepCompiler compiler;
  private final Map<StepSignature, CompiledStep> steps = new ConcurrentHashMap<>();

  /** The one compiled last, which is most often the one that is then run over and over. */
  private volatile @Nullable CompiledStep latest;

  private final NodeStates states = new NodeStates();
  private final GraphServices services;

  LocalEngine(Graph graph, SessionConfig config) {
    this.graph = graph;
    this.config = config;
    this.compiler = config.compiler();
    this.services = new GraphServices(graph, compiler, states);
  }

  @Override
  public void reset(List<String> containers) {
    config.devices().forEach(device -> containers.forEach(device.resources()::reset));
  }

  @Override
  public void close() {
    latest = null;
    steps.clear();
    services.clear();
    states.close();
  }

  @Override
  public List<Tensor> run(
      List<Output> feeds,
      List<Output> fetches,
      List<Node> targets,
      Tensor[] values,
      RunOptions options) {
    CompiledStep last = latest;
    CompiledStep compiled =
        last != null && isCurrent(last) && last.signature().asksFor(feeds, fetches, targets)
            ? last
            : compiled(new StepSignature(feeds, fetches, targets));
    return run(step(compiled, values, ordinary()), compiled, options);
  }

  @Override
  public TracedRun runTraced(StepSignature signature, Tensor[] feeds, RunOptions options) {
    CompiledStep compiled = compiled(signature);
    TraceRecorder recorder = new TraceRecorder();
    Step step = step(compiled, feeds, services.toldTo(recorder));
    long start = System.nanoTime();
    List<Tensor> fetched = run(step, compiled, options);
    StepTrace trace = recorder.trace(step.id(), start, System.nanoTime());
    compiler.learn(trace);
    if (config.devices().size() > 1) {
      steps.remove(signature); // the next one is placed by what was learned
      latest = null;
    }
    return new TracedRun(fetched, trace);
  }

  @Override
  public Placement explainPlacement(StepSignature signature) {
    return compiler.place(graph, signature);
  }

  @Override
  public PartialStep partialRun(StepSignature signature, RunOptions options) {
    return LocalPartialStep.start(
        compiler.compilePartial(graph, signature), services, options.cancellation());
  }

  @Override
  public int cachedSteps() {
    return steps.size();
  }

  private CompiledStep compiled(StepSignature signature) {
    CompiledStep compiled = steps.get(signature);
    if (compiled == null || !isCurrent(compiled)) {
      compiled = compiler.compile(graph, signature);
      steps.put(signature, compiled);
      latest = compiled;
    }
    return compiled;
  }

  private boolean isCurrent(CompiledStep compiled) {
    return compiled.revision() == graph.revision();
  }

  private StepServices ordinary() {
    StepListener listener = NodeRunEvent.isWanted() ? NodeRunEvent.listener() : null;
    return listener == null ? services : services.toldTo(listener);
  }

  private static Step step(CompiledStep compiled, Tensor[] feeds, StepServices services) {
    return new Step(shared(feeds), compiled.resultCount(), services, new LocalRendezvous());
  }

  /** Runs a step and gives back its arguments. */
  private static List<Tensor> run(Step step, CompiledStep compiled, RunOptions options) {
    Cancellation cancellation = options.cancellation();
    if (cancellation != null) {
      cancellation.begin(step);
    }
    Deadline deadline =
        options.deadline() == null ? null : Deadline.after(options.deadline(), step);
    try {
      step.start(compiled.plans());
      step.await();
    } finally {
      if (deadline != null) {
        deadline.cancel();
      }
      if (cancellation != null) {
        cancellation.end(step);
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

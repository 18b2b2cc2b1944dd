package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.compile.CompiledStep;
import dev.weir.runtime.compile.StepCompiler;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.execute.ComputePool;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a graph. Any edge can be fed, any edge fetched; what is not needed is not run. Thread-safe:
 * many steps may run at once over the same graph and state.
 *
 * {@snippet :
 * try (Session session = Session.open(graph)) {
 *   Tensor y = session.runner().feed("x", x).fetch("y").run().get(0);
 * }
 * }
 */
public final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** A function as it is compiled: for callers on one device. */
  private record CalledFunction(String name, Device caller) {}

  private final Graph graph;
  private final SessionConfig config;
  private final StepCompiler compiler;
  private final Map<StepSignature, CompiledStep> steps = new ConcurrentHashMap<>();

  /** The one compiled last, which is most often the one that is then run over and over. */
  private volatile @Nullable CompiledStep latest;

  private final Map<CalledFunction, CompiledStep> functions = new ConcurrentHashMap<>();
  private final Map<String, Object> nodeState = new ConcurrentHashMap<>();
  private final StepServices services = new Services(null, "");
  private volatile boolean closed;

  private Session(Graph graph, SessionConfig config) {
    this.graph = graph;
    this.config = config;
    this.compiler =
        new StepCompiler(
            config.devices(), config.kernels(), config.softPlacement(), config.optimiser());
  }

  /** A session on one CPU device with state of its own. */
  public static Session open(Graph graph) {
    return open(graph, SessionConfig.standard());
  }

  /** A session with this configuration; state is shared with sessions on the same devices. */
  public static Session open(Graph graph, SessionConfig config) {
    return new Session(graph, config);
  }

  /** The graph it runs, which may grow. */
  public Graph graph() {
    return graph;
  }

  /** How it runs. */
  public SessionConfig config() {
    return config;
  }

  /** Prepares a step. */
  public Runner runner() {
    checkOpen();
    return new Runner(this);
  }

  /** Adds the nodes and functions of a serialised GraphDef to the graph. */
  public void extend(byte[] graphDef) {
    checkOpen();
    GraphDefs.importInto(graph, graphDef);
  }

  /** Runs a node for its effect. */
  public void run(String target) {
    runner().addTarget(target).run();
  }

  /**
   * Sets up a step that is fed and fetched bit by bit. Nothing is fed yet: the edges named here are
   * the ones that may be.
   */
  public PartialRun partialRun(
      List<String> feeds, List<String> fetches, List<String> targets, RunOptions options) {
    return partialRun(
        new StepSignature(
            feeds.stream().map(graph::output).toList(),
            fetches.stream().map(graph::output).toList(),
            targets.stream().map(graph::get).toList()),
        options);
  }

  /** Clears containers: variables in them lose their values. No names mean the default one. */
  public void reset(String... containers) {
    List<String> names = containers.length == 0 ? List.of("") : List.of(containers);
    config.devices().forEach(device -> names.forEach(device.resources()::reset));
  }

  /** Refuses further steps. State that only this session had goes; so do not close it too early. */
  @Override
  public void close() {
    closed = true;
    latest = null;
    steps.clear();
    functions.clear();
    nodeState.values().forEach(Session::closeState);
    nodeState.clear();
  }

  private static void closeState(Object state) {
    if (state instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new WeirException(ErrorCode.INTERNAL, "the state of a node could not be closed", e);
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      throw WeirException.failedPrecondition("the session is closed");
    }
  }

  List<Tensor> run(
      List<Output> feeds,
      List<Output> fetches,
      List<Node> targets,
      Tensor[] values,
      RunOptions options) {
    checkOpen();
    CompiledStep last = latest;
    CompiledStep compiled =
        last != null && isCurrent(last) && last.signature().asksFor(feeds, fetches, targets)
            ? last
            : compiled(new StepSignature(feeds, fetches, targets));
    return run(step(compiled, values, ordinary()), compiled, options);
  }

  TracedRun runTraced(StepSignature signature, Tensor[] feeds, RunOptions options) {
    CompiledStep compiled = compiled(signature);
    TraceRecorder recorder = new TraceRecorder();
    Step step = step(compiled, feeds, new Services(recorder, ""));
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

  /** Where the nodes of a step would run, and why. */
  Placement explainPlacement(StepSignature signature) {
    checkOpen();
    return compiler.place(graph, signature);
  }

  private PartialRun partialRun(StepSignature signature, RunOptions options) {
    checkOpen();
    return PartialRun.start(
        signature, compiler.compilePartial(graph, signature), services, options);
  }

  /** How many kinds of step it has compiled and kept. */
  int cachedSteps() {
    return steps.size();
  }

  private CompiledStep compiled(StepSignature signature) {
    checkOpen();
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
    return NodeRunEvent.isWanted() ? new Services(NodeRunEvent.listener(), "") : services;
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

  /** What steps of this session ask of it. */
  private final class Services implements StepServices {
    private final @Nullable StepListener listener;

    /** The functions a step was called through, which tell nodes of equal name apart. */
    private final String calledThrough;

    Services(@Nullable StepListener listener, String calledThrough) {
      this.listener = listener;
      this.calledThrough = calledThrough;
    }

    @Override
    public ComputePool pool() {
      return ComputePool.shared();
    }

    @Override
    public <T> T sessionState(String node, Class<T> type, Supplier<T> create) {
      return type.cast(nodeState.computeIfAbsent(calledThrough + node, key -> create.get()));
    }

    @Override
    public List<Tensor> call(Step caller, Device device, String function, List<Tensor> arguments) {
      CompiledStep compiled =
          functions.computeIfAbsent(new CalledFunction(function, device), this::compileFunction);
      Step callee =
          new Step(
              arguments.toArray(Tensor[]::new),
              compiled.resultCount(),
              new Services(listener, calledThrough + function + ":"),
              new LocalRendezvous());
      caller.runCallee(callee, compiled.plans());
      return List.of(callee.takeResults());
    }

    private CompiledStep compileFunction(CalledFunction called) {
      GraphFunction function = graph.findFunction(called.name());
      if (function == null) {
        throw WeirException.notFound("the graph has no function \"%s\"", called.name());
      }
      return compiler.compile(function, called.caller());
    }

    @Override
    public void log(String line) {
      LOG.info("{}", line);
    }

    @Override
    public @Nullable StepListener listener() {
      return listener;
    }
  }
}

package dev.weir.runtime.internal;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.compile.CompiledStep;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.execute.StepListener;
import dev.weir.runtime.internal.execute.StepServices;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What steps over a graph ask for: its functions, its nodes' state, threads. Thread-safe. */
public final class GraphServices implements StepServices {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** A function as it is compiled: for callers on one device. */
  private record CalledFunction(String name, Device caller) {}

  private final Graph graph;
  private final PlanCompiler compiler;
  private final NodeStates states;
  private final ComputePool pool;
  private final Map<CalledFunction, CompiledStep> functions;
  private final FileAccess files;
  private final @Nullable StepListener listener;

  /** The functions a step was called through, which tell nodes of equal name apart. */
  private final String calledThrough;

  /** Services over a graph whose functions are compiled by {@code compiler}. */
  public GraphServices(Graph graph, PlanCompiler compiler, NodeStates states) {
    this(graph, compiler, states, ComputePool.shared());
  }

  /** Services whose kernels run in {@code pool}. */
  public GraphServices(Graph graph, PlanCompiler compiler, NodeStates states, ComputePool pool) {
    this(graph, compiler, states, pool, FileAccess.ANYWHERE);
  }

  /** Services for graphs that may access only some files. */
  public GraphServices(
      Graph graph, PlanCompiler compiler, NodeStates states, ComputePool pool, FileAccess files) {
    this(graph, compiler, states, pool, new ConcurrentHashMap<>(), files, null, "");
  }

  private GraphServices(
      Graph graph,
      PlanCompiler compiler,
      NodeStates states,
      ComputePool pool,
      Map<CalledFunction, CompiledStep> functions,
      FileAccess files,
      @Nullable StepListener listener,
      String calledThrough) {
    this.graph = graph;
    this.compiler = compiler;
    this.states = states;
    this.pool = pool;
    this.functions = functions;
    this.files = files;
    this.listener = listener;
    this.calledThrough = calledThrough;
  }

  /** A copy that notifies {@code other} of every node that has run. */
  public GraphServices withListener(StepListener other) {
    return new GraphServices(graph, compiler, states, pool, functions, files, other, calledThrough);
  }

  private GraphServices calledThrough(String function) {
    return new GraphServices(
        graph, compiler, states, pool, functions, files, listener, calledThrough + function + ":");
  }

  /** Forgets compiled functions. */
  void clear() {
    functions.clear();
  }

  @Override
  public ComputePool pool() {
    return pool;
  }

  @Override
  public <T> T sessionState(String node, Class<T> type, Supplier<T> create) {
    return states.get(calledThrough + node, type, create);
  }

  @Override
  public List<Tensor> call(Step caller, Device device, String function, List<Tensor> arguments) {
    CompiledStep compiled =
        functions.computeIfAbsent(new CalledFunction(function, device), this::compileFunction);
    Step callee =
        new Step(
            arguments.toArray(Tensor[]::new),
            compiled.resultCount(),
            calledThrough(function),
            new LocalRendezvous());
    caller.runCallee(callee, compiled.plans());
    return List.of(callee.takeResults());
  }

  private CompiledStep compileFunction(CalledFunction called) {
    GraphFunction function = graph.findFunction(called.name());
    if (function == null) {
      throw WeirException.notFound("the graph has no function \"%s\"", called.name());
    }
    long revision = function.body().revision();
    return new CompiledStep(
        compiler.compile(function, called.caller()), function.outputs().size(), revision);
  }

  @Override
  public FileAccess files() {
    return files;
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

package dev.weir.cluster.client;

import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.wire.CreateSession;
import dev.weir.cluster.wire.DeviceInfo;
import dev.weir.cluster.wire.DeviceList;
import dev.weir.cluster.wire.ExtendSession;
import dev.weir.cluster.wire.NamedTensor;
import dev.weir.cluster.wire.PartialRunSetup;
import dev.weir.cluster.wire.RunStep;
import dev.weir.cluster.wire.SessionOptions;
import dev.weir.cluster.wire.StepOptions;
import dev.weir.cluster.wire.StepResult;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.Engine;
import dev.weir.runtime.PartialStep;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.compile.StepPlacer;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Carries out steps on a cluster: sends a master what is new in the graph and then the steps by
 * name. Thread-safe.
 */
public final class ClusterEngine implements Engine {
  /** For the cluster to be complete and to open the session; masters give up before. */
  private static final Duration OPENING = Duration.ofSeconds(90);

  /** For calls that compute nothing. */
  private static final Duration CALL = Duration.ofSeconds(30);

  /** For a step without a deadline; that the master is alive is seen otherwise. */
  private static final Duration STEP = Duration.ofDays(7);

  private final Calls calls;
  private final MasterPort master;
  private final Graph graph;
  private final SessionConfig config;
  private final Runnable whenClosed;
  private final SentGraph sent;
  private final String session;
  private long version;

  /** Opens a session; fails if the cluster is not complete within a bounded time. */
  public ClusterEngine(
      String target,
      MasterPort master,
      Graph graph,
      SessionConfig config,
      SessionOptions options,
      Runnable whenClosed) {
    this(target, master, graph, config, options, whenClosed, Pulse.UNKNOWN);
  }

  /**
   * The same.
   *
   * @param pulse tells whether the master is still there
   */
  ClusterEngine(
      String target,
      MasterPort master,
      Graph graph,
      SessionConfig config,
      SessionOptions options,
      Runnable whenClosed,
      Pulse pulse) {
    this.calls = new Calls(target, graph, pulse);
    this.master = master;
    this.graph = graph;
    this.config = config;
    this.whenClosed = whenClosed;
    this.sent = new SentGraph(graph);
    SentGraph.News whole = sent.news();
    CreateSession.Created created =
        calls.await(
            "CreateSession",
            master.createSession(new CreateSession(whole.graphDef(), options, target), OPENING),
            OPENING);
    sent.note(whole);
    this.session = created.session();
    this.version = created.graphVersion();
  }

  /** Sends what is new in the graph, if anything is. */
  private void bringUpToDate() {
    if (sent.isUpToDate()) {
      return;
    }
    synchronized (this) {
      if (!sent.isUpToDate()) {
        SentGraph.News news = sent.news();
        ExtendSession request = new ExtendSession(session, news.graphDef(), version);
        version = calls.await("ExtendSession", master.extendSession(request, CALL), CALL);
        sent.note(news);
      }
    }
  }

  @Override
  public List<Tensor> run(
      List<Output> feeds,
      List<Output> fetches,
      List<Node> targets,
      Tensor[] values,
      RunOptions options) {
    StepResult result = runStep(feeds, fetches, targets, values, false, options);
    return fetched(result, fetches);
  }

  private StepResult runStep(
      List<Output> feeds,
      List<Output> fetches,
      List<Node> targets,
      Tensor[] values,
      boolean traces,
      RunOptions options) {
    bringUpToDate();
    List<NamedTensor> fed = new ArrayList<>(feeds.size());
    for (int i = 0; i < feeds.size(); i++) {
      fed.add(new NamedTensor(feeds.get(i).name(), values[i]));
    }
    Duration deadline = options.deadline();
    RunStep request =
        new RunStep(
            session,
            fed,
            fetches.stream().map(Output::name).distinct().toList(),
            targets.stream().map(Node::name).toList(),
            new StepOptions(traces, deadline == null ? Duration.ZERO : deadline),
            "",
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    Duration limit = deadline == null ? STEP : deadline.plus(Calls.SLACK);
    return calls.await("RunStep", master.runStep(request, limit), limit, options.cancellation());
  }

  private static List<Tensor> fetched(StepResult result, List<Output> fetches) {
    if (fetches.size() == 1 && result.values().size() == 1) {
      return List.of(result.values().get(0).value().collected());
    }
    Map<String, Tensor> byName = new HashMap<>();
    result.values().forEach(value -> byName.put(value.name(), value.value()));
    List<Tensor> fetched = new ArrayList<>(fetches.size());
    try {
      for (Output fetch : fetches) { // one that is asked for twice is two tensors
        fetched.add(Calls.present(byName.get(fetch.name()), fetch).retained().collected());
      }
    } finally {
      result.release();
    }
    return fetched;
  }

  @Override
  public TracedRun runTraced(StepSignature signature, Tensor[] feeds, RunOptions options) {
    StepResult result =
        runStep(signature.feeds(), signature.fetches(), signature.targets(), feeds, true, options);
    return new TracedRun(fetched(result, signature.fetches()), Traces.merged(result.stats()));
  }

  @Override
  public PartialStep partialRun(StepSignature signature, RunOptions options) {
    bringUpToDate();
    PartialRunSetup request =
        new PartialRunSetup(
            session,
            signature.feeds().stream().map(Output::name).toList(),
            signature.fetches().stream().map(Output::name).toList(),
            signature.targets().stream().map(Node::name).toList(),
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    String handle = calls.await("PartialRunSetup", master.setUpPartialRun(request, CALL), CALL);
    return ClusterPartialStep.start(
        calls, master, session, handle, signature, options.cancellation());
  }

  @Override
  public Placement explainPlacement(StepSignature signature) {
    DeviceList list = calls.await("ListDevices", master.listDevices(session, CALL), CALL);
    List<DeviceInfo> infos = Stream.concat(list.local().stream(), list.remote().stream()).toList();
    List<ClusterDevice> devices = infos.stream().map(ClusterDevice::of).toList();
    return new StepPlacer(devices, config.softPlacement(), config.optimiser())
        .explain(graph, signature, devices.get(0));
  }

  @Override
  public void reset(List<String> containers) {
    List<String> named = containers.equals(List.of("")) ? List.of() : containers;
    calls.await("Reset", master.reset(named, List.of(), CALL), CALL);
  }

  @Override
  public int cachedSteps() {
    return 0; // the master keeps them
  }

  @Override
  public void close() {
    calls.closing();
    try {
      calls.awaitQuietly("CloseSession", master.closeSession(session, CALL), CALL);
    } finally {
      whenClosed.run();
    }
  }
}

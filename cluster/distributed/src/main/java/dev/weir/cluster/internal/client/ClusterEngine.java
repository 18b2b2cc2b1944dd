package dev.weir.cluster.internal.client;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.PassNote;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.internal.Engine;
import dev.weir.runtime.internal.PartialStep;
import dev.weir.runtime.internal.PreparedStep;
import dev.weir.runtime.internal.TracedStep;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out steps on a cluster: sends a master what is new in the graph and then the steps by
 * name. Thread-safe.
 */
public final class ClusterEngine implements Engine {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterEngine.class);

  /** For the cluster to be complete and to open the session; masters give up before. */
  private static final Duration OPENING = Duration.ofSeconds(90);

  /** For calls that compute nothing. */
  private static final Duration CALL = Duration.ofSeconds(30);

  /** How long the master keeps a session whose client does not renew it. */
  private static final Duration LEASE = Duration.ofMinutes(5);

  /** Between two renewals; several may be lost. */
  private static final Duration RENEWAL = Duration.ofMinutes(1);

  /** For a step without a deadline; that the master is alive is seen otherwise. */
  private static final Duration STEP = Duration.ofDays(7);

  private final BlockingCalls calls;
  private final MasterPort master;
  private final Graph graph;
  private final Runnable whenClosed;
  private final SentGraph sent;
  private final String session;
  private final Time.Repetition renewal;
  private final ReentrantLock extending = new ReentrantLock();
  private long version;

  /** Opens a session; fails if the cluster is not complete within a bounded time. */
  public ClusterEngine(
      String target, MasterPort master, Graph graph, SessionOptions options, Runnable whenClosed) {
    this(target, master, graph, options, whenClosed, MasterHeartbeat.UNKNOWN);
  }

  /**
   * Opens a session with a master whose silence is noticed.
   *
   * @param worker lives where the master does; asked for a sign of life during long waits
   */
  public ClusterEngine(
      String target,
      MasterPort master,
      WorkerPort worker,
      Graph graph,
      SessionOptions options,
      Runnable whenClosed) {
    this(target, master, graph, options, whenClosed, MasterHeartbeat.of(worker));
  }

  /**
   * An engine with another heartbeat, for tests.
   *
   * @param pulse detects a master that hangs
   */
  ClusterEngine(
      String target,
      MasterPort master,
      Graph graph,
      SessionOptions options,
      Runnable whenClosed,
      MasterHeartbeat pulse) {
    this.calls = new BlockingCalls(target, graph, pulse);
    this.master = master;
    this.graph = graph;
    this.whenClosed = whenClosed;
    this.sent = new SentGraph(graph);
    SentGraph.News whole = sent.news();
    CreateSession.Created created =
        calls.await(
            "CreateSession",
            master.createSession(
                new CreateSession(whole.graphDef(), options, target, LEASE), OPENING),
            OPENING);
    sent.note(whole);
    this.session = created.session();
    this.version = created.graphVersion();
    this.renewal = Time.current().every(RENEWAL, this::renew);
  }

  /** Tells the master that this client is there, as any call about a session does. */
  private void renew() {
    Futures.whenDone(
        Futures.attempt(() -> master.listDevices(session, CALL)),
        (devices, error) -> {
          if (error != null) {
            LOG.debug(
                "session {} was not renewed: {}", session, RpcFailures.of(error).getMessage());
          }
        });
  }

  /** Sends what is new in the graph, if anything is. */
  private void bringUpToDate() {
    if (sent.isUpToDate()) {
      return;
    }
    extending.lock();
    try {
      if (!sent.isUpToDate()) {
        SentGraph.News news = sent.news();
        ExtendSession request = new ExtendSession(session, news.graphDef(), version);
        version = calls.await("ExtendSession", master.extendSession(request, CALL), CALL);
        sent.note(news);
      }
    } finally {
      extending.unlock();
    }
  }

  @Override
  public List<Tensor> run(StepSpec step, Tensor[] feeds, RunOptions options) {
    return fetched(runStep(step, feeds, false, options), step.fetches());
  }

  private StepResult runStep(StepSpec step, Tensor[] feeds, boolean traces, RunOptions options) {
    bringUpToDate();
    List<NamedValue> fed = new ArrayList<>(feeds.length);
    for (int i = 0; i < feeds.length; i++) {
      fed.add(new NamedValue(step.feeds().get(i), feeds[i]));
    }
    Duration deadline = options.deadline() == null ? null : limited(options.deadline());
    RunStep request =
        new RunStep(
            session,
            fed,
            step.fetches().stream().distinct().toList(),
            step.targets(),
            new StepOptions(traces, deadline == null ? Duration.ZERO : deadline),
            "",
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    Duration limit = deadline == null ? STEP : deadline.plus(BlockingCalls.SLACK);
    return calls.await("RunStep", master.runStep(request, limit), limit, options.cancellation());
  }

  /** To a master zero is no limit, so a deadline that is over is one that is over at once. */
  private static Duration limited(Duration deadline) {
    Duration limited = Durations.limited(deadline);
    return limited.isZero() ? Duration.ofNanos(1) : limited;
  }

  private List<Tensor> fetched(StepResult result, List<String> fetches) {
    if (fetches.size() == 1 && result.values().size() == 1) {
      return List.of(result.values().get(0).value().collected());
    }
    Map<String, Tensor> byName = new HashMap<>();
    result.values().forEach(value -> byName.put(value.name(), value.value()));
    List<Tensor> fetched = new ArrayList<>(fetches.size());
    try {
      for (String fetch : fetches) { // one that is asked for twice is two tensors
        Tensor value = BlockingCalls.present(byName.get(fetch), graph.output(fetch));
        fetched.add(value.retained().collected());
      }
    } finally {
      result.release();
    }
    return fetched;
  }

  @Override
  public PreparedStep prepare(StepSpec step, RunOptions runOptions) {
    bringUpToDate();
    Duration deadline = runOptions.deadline() == null ? null : limited(runOptions.deadline());
    MakeCallable request =
        new MakeCallable(
            session,
            step.feeds(),
            step.fetches().stream().distinct().toList(),
            step.targets(),
            new StepOptions(false, deadline == null ? Duration.ZERO : deadline),
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    long callable = calls.await("MakeCallable", master.makeCallable(request, CALL), CALL);
    Duration limit = deadline == null ? STEP : deadline.plus(BlockingCalls.SLACK);
    return new ClusterPreparedStep(callable, step, limit, runOptions.cancellation());
  }

  /** Runs a callable of the master. */
  private final class ClusterPreparedStep implements PreparedStep {
    private final long callable;
    private final StepSpec step;
    private final Duration limit;
    private final @Nullable Cancellation cancellation;

    ClusterPreparedStep(
        long callable, StepSpec step, Duration limit, @Nullable Cancellation cancellation) {
      this.callable = callable;
      this.step = step;
      this.limit = limit;
      this.cancellation = cancellation;
    }

    @Override
    public List<Tensor> run(Tensor[] feeds) {
      long request = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
      StepResult result =
          calls.await(
              "RunCallable",
              master.runCallable(
                  new RunCallable(session, callable, List.of(feeds), request), limit),
              limit,
              cancellation);
      return fetched(result, step.fetches());
    }

    @Override
    public void close() {
      calls.awaitQuietly(
          "ReleaseCallable",
          master.releaseCallable(new ReleaseCallable(session, callable), CALL),
          CALL);
    }
  }

  @Override
  public TracedStep runTraced(StepSpec step, Tensor[] feeds, RunOptions options) {
    StepResult result = runStep(step, feeds, true, options);
    return new TracedStep(fetched(result, step.fetches()), MergedTrace.merged(result.stats()));
  }

  @Override
  public PartialStep partialRun(StepSpec step, RunOptions options) {
    bringUpToDate();
    PartialRunSetup request =
        new PartialRunSetup(
            session,
            step.feeds(),
            step.fetches(),
            step.targets(),
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    String handle = calls.await("PartialRunSetup", master.setUpPartialRun(request, CALL), CALL);
    return ClusterPartialStep.start(calls, master, session, handle, step, options.cancellation());
  }

  @Override
  public Placement explainPlacement(StepSpec step) {
    bringUpToDate();
    ExplainPlacement request =
        new ExplainPlacement(session, step.feeds(), step.fetches(), step.targets());
    return calls.await("ExplainPlacement", master.explainPlacement(request, CALL), CALL);
  }

  @Override
  public List<PassNote> explainCompile(StepSpec step) {
    throw WeirException.unimplemented(
        "each task compiles its own part; ask a session in one process");
  }

  @Override
  public void reset(List<String> containers) {
    List<String> named = containers.equals(List.of("")) ? List.of() : containers;
    calls.await("Reset", master.reset(new ResetContainers(named, List.of()), CALL), CALL);
  }

  @Override
  public int cachedSteps() {
    return 0; // the master keeps them
  }

  @Override
  public void close() {
    calls.closing();
    renewal.close();
    try {
      calls.awaitQuietly("CloseSession", master.closeSession(session, CALL), CALL);
    } finally {
      whenClosed.run();
    }
  }
}

package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.task.TaskPeers;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NameLimits;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.Border;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A client's session: its graph, and the steps that have been asked for so far. Thread-safe. */
final class MasterSession {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  /** The low 57 bits: TensorFlow's tasks keep the others for collective operations. */
  private static final long STEP_ID = (1L << 57) - 1;

  private static final int MOST_PARTIAL_RUNS = 1_000;
  private static final int MOST_CALLABLES = 10_000;

  /** What the names in callables and partial runs may take. */
  private static final long MOST_NAME_BYTES = 1 << 24;

  private final String handle;
  private final Graph graph;
  private final SessionOptions options;
  private final Duration lease;
  private final List<RemoteDevice> devices;
  private final TaskPeers peers;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final StepCutter cutter;
  private final StepRegistry steps;
  private final Map<String, PartialRunState> partialRuns = new ConcurrentHashMap<>();
  private final Map<Long, MakeCallable> callables = new ConcurrentHashMap<>();
  private final Map<Long, CompletableFuture<StepResult>> running = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong nameBytes = new AtomicLong();
  private long version;
  private volatile boolean closed;
  private volatile long usedNanos;
  private volatile long renewedNanos;

  MasterSession(
      String handle,
      Graph graph,
      CreateSession request,
      List<RemoteDevice> devices,
      RemoteDevice home,
      GraphOptimizer optimizer,
      TaskPeers peers,
      Scheduler scheduler,
      PeerWatch watch) {
    this.handle = handle;
    this.graph = graph;
    this.options = request.options();
    this.lease = request.lease();
    this.devices = List.copyOf(devices);
    this.peers = peers;
    this.scheduler = scheduler;
    this.watch = watch;
    this.usedNanos = scheduler.nanoTime();
    this.renewedNanos = usedNanos;
    this.cutter = new StepCutter(graph, devices, home, optimizer, options);
    this.steps = new StepRegistry(handle, cutter, options, devices, peers, scheduler);
  }

  List<RemoteDevice> devices() {
    return devices;
  }

  /** The tasks it uses. */
  Set<TaskId> tasks() {
    Set<TaskId> tasks = new LinkedHashSet<>();
    devices.forEach(device -> tasks.add(device.task()));
    return tasks;
  }

  /** Those of them that have leases to renew. */
  Set<TaskId> tasksOfWeir() {
    Set<TaskId> tasks = new LinkedHashSet<>();
    devices.stream().filter(RemoteDevice::isWeirs).forEach(device -> tasks.add(device.task()));
    return tasks;
  }

  /** Notes that its client uses it. */
  void touch() {
    usedNanos = scheduler.nanoTime();
    renew();
  }

  /** Notes that its client is there. */
  void renew() {
    renewedNanos = scheduler.nanoTime();
  }

  /** Whether its client was to renew it, as Weir's do, and did not: it has crashed. */
  boolean hasExpired() {
    return lease.isPositive() && scheduler.nanoTime() - renewedNanos > lease.toNanos();
  }

  /** Whether no step runs and the client has been idle for this long. */
  boolean isIdle(Duration limit) {
    return running.isEmpty()
        && !steps.isBusy()
        && scheduler.nanoTime() - usedNanos > limit.toNanos();
  }

  int runningSteps() {
    return running.size();
  }

  synchronized long extend(ByteBuffer graphDef, long knownVersion) {
    checkOpen();
    if (knownVersion != version) {
      throw new WeirException(
          ErrorCode.ABORTED,
          "the graph is at version "
              + version
              + ", the client at "
              + knownVersion
              + "; does another client extend the same session?");
    }
    try {
      GraphDefs.importInto(graph, graphDef, "");
    } catch (WeirException e) { // to TensorFlow's clients a node that is there is a wrong argument
      throw e.code() == ErrorCode.ALREADY_EXISTS ? e.withCode(ErrorCode.INVALID_ARGUMENT) : e;
    }
    return ++version;
  }

  CompletableFuture<StepResult> run(RunStep request) {
    checkOpen();
    Map<String, Tensor> feeds = feeds(request.feeds());
    if (!request.partialRun().isEmpty()) {
      return partialRun(request.partialRun()).run(request, feeds);
    }
    StepSpec key = new StepSpec(List.copyOf(feeds.keySet()), request.fetches(), request.targets());
    return run(key, feeds, request.options());
  }

  private Map<String, Tensor> feeds(List<NamedValue> named) {
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    for (NamedValue feed : named) {
      Border.checkRemoteFeed(graph.output(feed.name()), feed.value());
      if (feeds.put(feed.name(), feed.value()) != null) {
        throw WeirException.invalidArgument("%s is fed twice", feed.name());
      }
    }
    return feeds;
  }

  private CompletableFuture<StepResult> run(
      StepSpec key, Map<String, Tensor> feeds, StepOptions how) {
    StepRegistry.Use use = steps.use(key);
    CompletableFuture<StepResult> answer;
    try {
      answer = run(use.step(), key, feeds, how);
    } catch (RuntimeException | Error e) {
      use.close();
      throw e;
    }
    Futures.whenDone(answer, (result, error) -> use.close());
    return answer;
  }

  private CompletableFuture<StepResult> run(
      CompletableFuture<RegisteredStep> step,
      StepSpec key,
      Map<String, Tensor> feeds,
      StepOptions how) {
    if (step.isDone() && !step.isCompletedExceptionally()) {
      return start(step.resultNow(), key, feeds, how.traces(), StepTimeLimit.of(limit(how)));
    }
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    RegistrationTimer timer = RegistrationTimer.begin(limit(how), answer, scheduler);
    RetainedFeeds kept = RetainedFeeds.of(feeds); // the caller's own go when this method returns
    Futures.whenDone(
        step,
        (ready, error) -> {
          try (kept) {
            if (error != null) {
              answer.completeExceptionally(closed ? closing() : RpcFailures.of(error));
            } else if (!answer.isDone()) {
              StepTimeLimit left = new StepTimeLimit(limit(how), timer.end());
              Futures.follow(
                  start(ready, key, kept.tensors(), how.traces(), left),
                  answer,
                  StepResult::release);
            }
          } catch (RuntimeException | Error e) {
            answer.completeExceptionally(RpcFailures.of(e));
          }
        });
    return answer;
  }

  /** How long a step may take; zero for ever. */
  private Duration limit(StepOptions how) {
    return how.limit().isPositive() ? how.limit() : options.stepLimit();
  }

  private CompletableFuture<StepResult> start(
      RegisteredStep step,
      StepSpec key,
      Map<String, Tensor> feeds,
      boolean traces,
      StepTimeLimit limit) {
    return track(
        StepRun.start(
            step,
            new StepRun.Exchange(
                handle,
                newStepId(),
                feeds,
                key.fetches(),
                traces,
                false,
                false,
                measured(step, key, traces)),
            limit,
            scheduler,
            watch));
  }

  /**
   * Learns what nodes cost from a run that is traced or sampled, and has the step placed again
   * after a traced run or the last sample; null if the run need not be measured.
   */
  private @Nullable Consumer<List<DeviceStats>> measured(
      RegisteredStep step, StepSpec key, boolean traces) {
    if (traces && step.dependsOnCosts()) {
      return stats -> {
        cutter.learn(stats);
        steps.place(key, step);
      };
    }
    if (!step.samples().begin()) {
      return null;
    }
    return stats -> {
      cutter.learn(stats);
      if (step.samples().end()) {
        steps.place(key, step);
      }
    };
  }

  private CompletableFuture<StepResult> track(CompletableFuture<StepResult> run) {
    long number = numbers.incrementAndGet();
    running.put(number, run);
    Futures.whenDone(
        run,
        (result, error) -> {
          touch();
          running.remove(number);
          if (run.isCancelled() && !closed) {
            LOG.warn(
                "the client of session {} cancelled a step or disconnected; the step was aborted",
                handle);
          }
        });
    if (closed) {
      run.cancel(true);
    }
    return run;
  }

  private long newStepId() {
    return Math.max(1, scheduler.random() & STEP_ID);
  }

  String setUp(PartialRunSetup request) {
    checkOpen();
    StepSpec key = new StepSpec(request.feeds(), request.fetches(), request.targets());
    cutter.checkNames(key);
    checkRoom(partialRuns.size(), MOST_PARTIAL_RUNS, "partial runs that are not over");
    String name = Long.toString(numbers.incrementAndGet());
    StepRegistry.Use use = steps.use(key);
    long bytes = takeNames(key, use::close);
    partialRuns.put(
        name,
        new PartialRunState(
            handle,
            newStepId(),
            key,
            use.step(),
            scheduler,
            watch,
            () -> {
              if (partialRuns.remove(name) != null) {
                nameBytes.addAndGet(-bytes);
              }
              use.close();
            },
            this::track));
    return name;
  }

  /**
   * Counts the names of a step that is kept; fails if they are too many.
   *
   * @param otherwise done if they are
   */
  private long takeNames(StepSpec key, Runnable otherwise) {
    long bytes = NameLimits.bytes(key);
    if (nameBytes.addAndGet(bytes) > MOST_NAME_BYTES) {
      nameBytes.addAndGet(-bytes);
      otherwise.run();
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "the names in callables and partial runs of session "
              + handle
              + " may take "
              + MOST_NAME_BYTES
              + " bytes, and would take more");
    }
    return bytes;
  }

  private PartialRunState partialRun(String name) {
    PartialRunState run = partialRuns.get(name);
    if (run == null) {
      throw WeirException.invalidArgument(
          "there is no partial run %s; it may be over, as all was fed and fetched", name);
    }
    return run;
  }

  long makeCallable(MakeCallable request) {
    checkOpen();
    StepSpec key = new StepSpec(request.feeds(), request.fetches(), request.targets());
    cutter.checkNames(key);
    checkRoom(callables.size(), MOST_CALLABLES, "callables; release some");
    long unused = takeNames(key, () -> {});
    long number = numbers.getAndIncrement();
    callables.put(number, request);
    return number;
  }

  CompletableFuture<StepResult> run(RunCallable request) {
    checkOpen();
    MakeCallable made = callable(request.callable());
    if (made.feeds().size() != request.feeds().size()) {
      throw WeirException.invalidArgument(
          "callable %d takes %d feeds and gets %d",
          request.callable(), made.feeds().size(), request.feeds().size());
    }
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    for (int i = 0; i < made.feeds().size(); i++) {
      Border.checkRemoteFeed(graph.output(made.feeds().get(i)), request.feeds().get(i));
      feeds.put(made.feeds().get(i), request.feeds().get(i));
    }
    StepSpec key = new StepSpec(made.feeds(), made.fetches(), made.targets());
    return run(key, feeds, made.options());
  }

  private MakeCallable callable(long number) {
    MakeCallable made = callables.get(number);
    if (made == null) {
      throw WeirException.invalidArgument("No such callable handle: %d", number);
    }
    return made;
  }

  /** Forgets it; one that is not there is forgotten already. */
  void releaseCallable(long number) {
    MakeCallable made = callables.remove(number);
    if (made != null) {
      nameBytes.addAndGet(
          -NameLimits.bytes(new StepSpec(made.feeds(), made.fetches(), made.targets())));
    }
  }

  /** Explains where the nodes of a step would be placed now; off the network's thread. */
  CompletableFuture<Placement> explain(ExplainPlacement request) {
    checkOpen();
    StepSpec step = new StepSpec(request.feeds(), request.fetches(), request.targets());
    CompletableFuture<Placement> placement = new CompletableFuture<>();
    scheduler.execute(
        () -> {
          try {
            placement.complete(cutter.explain(step));
          } catch (RuntimeException | Error e) {
            placement.completeExceptionally(RpcFailures.of(e));
          }
        });
    return placement;
  }

  private static WeirException closing() {
    return new WeirException(
        ErrorCode.CANCELLED, "the session was closed while the step was prepared");
  }

  private void checkRoom(int there, int most, String what) {
    if (there >= most) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "session " + handle + " may have " + most + " and has " + there + " " + what);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw WeirException.failedPrecondition("Session %s is closed.", handle);
    }
  }

  /** Ends what runs and has all tasks forget the session. */
  CompletableFuture<?> close() {
    closed = true;
    steps.close();
    partialRuns.values().forEach(PartialRunState::abort);
    running.values().forEach(run -> run.cancel(true));
    List<CompletableFuture<?>> deleted = new ArrayList<>();
    for (TaskId task : tasks()) {
      deleted.add(
          RemoteCleanup.insist(
              task,
              () -> peers.worker(task).deleteSession(handle, MasterTimeouts.CALL),
              scheduler));
    }
    return CompletableFuture.allOf(deleted.toArray(CompletableFuture[]::new));
  }
}

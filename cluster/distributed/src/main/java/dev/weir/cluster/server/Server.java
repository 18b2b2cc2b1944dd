package dev.weir.cluster.server;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.check.ClusterCheck;
import dev.weir.cluster.internal.check.ClusterReport;
import dev.weir.cluster.internal.grpc.GrpcProbe;
import dev.weir.cluster.internal.grpc.GrpcTask;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.http.HealthSource;
import dev.weir.cluster.internal.http.ServerMetrics;
import dev.weir.cluster.internal.http.StatusServer;
import dev.weir.cluster.internal.master.Master;
import dev.weir.cluster.internal.master.MasterOptions;
import dev.weir.cluster.internal.stream.HybridNetwork;
import dev.weir.cluster.internal.stream.StreamServer;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.PeerCache;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.cluster.internal.worker.StepCounts;
import dev.weir.cluster.internal.worker.Worker;
import dev.weir.cluster.internal.worker.WorkerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.Compilers;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.tensor.memory.Allocator;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task of a cluster: a worker and a master behind one port, speaking TensorFlow's protocol.
 *
 * {@snippet :
 * ClusterSpec cluster = ClusterSpec.parse("ps=localhost:2222;worker=localhost:2223");
 * try (Server ps = Server.start(ServerOptions.of(new TaskId("ps", 0), new FixedMembership(cluster)))) {
 *   ...
 * }
 * }
 */
public final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  private final ServerOptions options;
  private final SystemScheduler scheduler;
  private final HybridNetwork network;
  private final Worker worker;
  private final Master master;
  private @Nullable GrpcTask grpc;
  private @Nullable StreamServer streams;
  private volatile @Nullable Lease lease;
  private final CompletableFuture<WeirException> replaced = new CompletableFuture<>();
  private @Nullable HostPort advertised;
  private volatile boolean draining;

  private Server(ServerOptions options) {
    this.options = options;
    LocalOptions config =
        LocalOptions.builder()
            .devices(devices(options))
            .disabledPasses(options.passesOff())
            .build();
    this.network =
        new HybridNetwork(
            options.grpc(),
            options.streams(),
            () -> mostPeers(options.membership().tasks().size()));
    this.scheduler =
        new SystemScheduler("weir-" + options.task().job() + "-" + options.task().index());
    TaskContext context =
        new TaskContext(
            options.task(), this::peer, options.membership().described(options.task()).isEmpty());
    this.worker =
        new Worker(
            context,
            config,
            scheduler,
            ComputePool.shared(),
            WorkerOptions.STANDARD.withTimeouts(options.timeouts()).withFiles(options.files()));
    this.master =
        new Master(
            context,
            options.membership()::tasks,
            Compilers.optimizer(config),
            scheduler,
            MasterOptions.STANDARD.withTimeouts(options.timeouts()).withDiagnosis(this::examine));
  }

  /** Each task of the cluster, and as many again that were found elsewhere before. */
  static int mostPeers(int tasks) {
    return Math.max(PeerCache.MOST, 2 * tasks);
  }

  private static List<Device> devices(ServerOptions options) {
    TaskId task = options.task();
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < options.devices(); i++) {
      Device usual = Device.cpu(new DeviceSpec(task.job(), 0, task.index(), null, null), i, 1);
      devices.add(
          new Device(
              usual.spec(),
              usual.incarnation(),
              usual.speed(),
              options.allocator(),
              usual.resources()));
    }
    return devices;
  }

  /** Starts a task: it listens, and is in its place in the cluster, when this returns. */
  public static Server start(ServerOptions options) {
    Server server = new Server(options);
    try {
      server.start();
    } catch (RuntimeException | Error e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void start() {
    TaskId task = options.task();
    Optional<String> described = options.membership().described(task);
    InetAddress bind = options.address().listenOn(task, described);
    Security security = options.grpc().security();
    if (options.streams().enabled()) {
      StreamServer listening =
          StreamServer.start(
              bind.getHostAddress(),
              worker,
              master,
              options.streams(),
              security.token(),
              security.certificates() == null ? null : security.certificates().taskIdentity());
      streams = listening;
      worker.describeAs(listening.address().describe());
    }
    GrpcTask serving = startGrpc(bind, options.address().listeningPort(described));
    grpc = serving;
    HostPort found = options.address().found(task, described, bind, serving.port());
    advertised = found;
    long incarnation = worker.devices().get(0).incarnation();
    Lease held =
        options
            .membership()
            .register(
                new Member(task, found.toString(), incarnation),
                TaskAddress.isListening(found, bind, serving.port()),
                options.registerTimeout());
    lease = held;
    var unused = held.lost().thenAccept(this::stepDown);
    if (options.allowsNoFiles()) {
      LOG.warn("{}: graphs may access no files; allow a directory with --allow-dir DIR", task);
    }
    LOG.info(
        "{} serves at grpc://{}, listening on {} port {}",
        task,
        found,
        bind.getHostAddress(),
        serving.port());
  }

  /** Another incarnation has the place of this task: from now on it refuses everything. */
  private void stepDown(WeirException reason) {
    LOG.error("{} stops serving: {}", options.task(), reason.getMessage());
    String why = "this task stops serving: " + reason.getMessage();
    master.drain(why);
    var unused = worker.drain(why);
    replaced.complete(reason);
  }

  /**
   * Completes, with the reason, when another incarnation of this task has taken its place. The task
   * refuses sessions and steps from then on; its owner should end it.
   */
  public CompletionStage<WeirException> replaced() {
    return replaced;
  }

  /** Unlike the address of a task, that to listen on may have port 0: any that is free. */
  private GrpcTask startGrpc(InetAddress bind, int port) {
    String host = bind.getHostAddress();
    String address = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    return GrpcTask.start(address, worker, master, this::status, Runnable::run, options.grpc());
  }

  private ClusterReport examine(Duration limit) {
    return new ClusterCheck(GrpcProbe.afterSocket(network, options.grpc().security()), limit)
        .check(options.membership());
  }

  private WorkerPort peer(TaskId task) {
    if (task.equals(options.task())) {
      return worker;
    }
    if (!options.membership().tasks().contains(task)) {
      throw WeirException.notFound("%s has no task %s", options.membership().description(), task);
    }
    Member member =
        options
            .membership()
            .find(task)
            .orElseThrow(
                () ->
                    new WeirException(
                        ErrorCode.UNAVAILABLE,
                        task
                            + " is not running: "
                            + options.membership().description()
                            + " has no address for it"));
    return network.worker(member.address());
  }

  /** What it is doing. */
  public TaskStatus status() {
    Allocator.Usage memory = options.allocator().usage();
    return new TaskStatus(
        options.task().name(),
        memory.inUse(),
        memory.cached(),
        memory.budget(),
        master.sessions(),
        worker.sessions(),
        worker.registeredGraphs(),
        worker.runningSteps(),
        worker.knownSteps(),
        worker.counts().begun(),
        worker.counts().failed(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getRuntimeMXBean().getUptime());
  }

  /** Whether it can run steps, as {@link StatusServer} reports. */
  public HealthSource health() {
    return new HealthSource() {
      @Override
      public Health liveness() {
        return replaced.isDone() ? Health.bad("replaced") : Health.good("up");
      }

      @Override
      public Health readiness() {
        if (replaced.isDone()) {
          return Health.bad("replaced by another incarnation of the task");
        }
        if (draining) {
          return Health.bad("draining");
        }
        return lease == null ? Health.bad("starting") : Health.good("serving at " + target());
      }
    };
  }

  /** Has what it does counted. */
  public void count(ServerMetrics metrics) {
    metrics.watch(worker::sessions, worker::registeredGraphs);
    metrics.watchTraffic(this::sentBytes, this::receivedBytes);
    worker
        .counts()
        .tell(
            new StepCounts.Watcher() {
              @Override
              public void started() {
                metrics.stepStarted();
              }

              @Override
              public void ended(Duration duration, boolean succeeded) {
                if (succeeded) {
                  metrics.stepFinished(duration);
                } else {
                  metrics.stepFailed(duration);
                }
              }
            });
  }

  /** All bytes of messages that it has sent so far, to clients and to other tasks. */
  public long sentBytes() {
    return network.sentBytes()
        + (grpc == null ? 0 : grpc.traffic().sent())
        + (streams == null ? 0 : streams.traffic().sent());
  }

  /** All bytes of messages that it has received so far, from clients and from other tasks. */
  public long receivedBytes() {
    return network.receivedBytes()
        + (grpc == null ? 0 : grpc.traffic().received())
        + (streams == null ? 0 : streams.traffic().received());
  }

  /** Which task it is. */
  public TaskId task() {
    return options.task();
  }

  /** Where others find it, as {@code host:port}. */
  public String address() {
    HostPort found = advertised;
    if (found == null) {
      throw WeirException.failedPrecondition("%s does not listen yet", options.task());
    }
    return found.toString();
  }

  /** What a client connects to. */
  public String target() {
    return "grpc://" + address();
  }

  /** How many connections others have to it. */
  public int connections() {
    return (grpc == null ? 0 : grpc.connections()) + (streams == null ? 0 : streams.connections());
  }

  /** What it does for masters. */
  public Worker worker() {
    return worker;
  }

  /** What it does for clients. */
  public Master master() {
    return master;
  }

  /**
   * Leaves the cluster in peace: takes no new sessions and steps, and lets steps that run come to
   * their end; other tasks still get the values of theirs.
   *
   * @return whether all did within the limit
   */
  public boolean drain(Duration limit) {
    draining = true;
    long end = System.nanoTime() + limit.toNanos();
    master.drain();
    boolean isDone = awaited(worker.drain(), limit);
    boolean isQuiet = streams == null || streams.drain(left(end));
    isQuiet &= grpc == null || grpc.drain(left(end));
    if (!isDone || !isQuiet) {
      LOG.warn(
          "{} is shutting down; after {} ms calls are {}, remaining steps: {}",
          options.task(),
          limit.toMillis(),
          isQuiet ? "done" : "in flight",
          worker.whereabouts());
    }
    return isDone && isQuiet;
  }

  private static Duration left(long endNanos) {
    return Duration.ofNanos(Math.max(1, endNanos - System.nanoTime()));
  }

  private static boolean awaited(CompletableFuture<?> end, Duration limit) {
    try {
      end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops at once; what still runs fails. */
  @Override
  public void close() {
    close(lease);
    close(streams);
    close(grpc);
    close(master);
    close(worker);
    close(network);
    close(scheduler);
  }

  /** What cannot be closed keeps nothing else open. */
  private void close(@Nullable AutoCloseable part) {
    try {
      if (part != null) {
        part.close();
      }
    } catch (Exception | Error e) {
      LOG.error("{} did not close {}", options.task(), part, e);
    }
  }
}

package dev.weir.cluster.server;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.check.ClusterCheck;
import dev.weir.cluster.check.ClusterReport;
import dev.weir.cluster.grpc.GrpcProbe;
import dev.weir.cluster.grpc.GrpcTask;
import dev.weir.cluster.http.HealthSource;
import dev.weir.cluster.http.ServerMetrics;
import dev.weir.cluster.http.StatusServer;
import dev.weir.cluster.master.Master;
import dev.weir.cluster.master.MasterOptions;
import dev.weir.cluster.stream.HybridNetwork;
import dev.weir.cluster.stream.StreamServer;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.cluster.wire.TaskStatus;
import dev.weir.cluster.worker.Neighbourhood;
import dev.weir.cluster.worker.StepCounts;
import dev.weir.cluster.worker.Worker;
import dev.weir.cluster.worker.WorkerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.execute.ComputePool;
import dev.weir.tensor.memory.Allocator;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
  private volatile boolean draining;

  private Server(ServerOptions options) {
    this.options = options;
    this.scheduler =
        new SystemScheduler("weir-" + options.task().job() + "-" + options.task().index());
    this.network = new HybridNetwork(options.grpc(), options.streams());
    SessionConfig config =
        SessionConfig.standard().withDevices(devices(options)).withoutPasses(options.passesOff());
    Neighbourhood neighbourhood = new Neighbourhood(options.task(), this::peer);
    this.worker =
        new Worker(
            neighbourhood,
            config,
            scheduler,
            ComputePool.shared(),
            new WorkerOptions(options.patience(), options.files()));
    this.master =
        new Master(
            neighbourhood,
            options.membership()::tasks,
            config.optimiser(),
            scheduler,
            new MasterOptions(options.patience(), this::examine));
  }

  private static List<Device> devices(ServerOptions options) {
    TaskId task = options.task();
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < options.devices(); i++) {
      devices.add(Device.cpu(new DeviceSpec(task.job(), 0, task.index(), null, null), i, 1));
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
    if (options.streams().isUsedWith(options.grpc().security())) {
      StreamServer listening =
          StreamServer.start(
              options.host(), worker, master, options.streams(), options.grpc().security().token());
      streams = listening;
      worker.describeAs(listening.address().describe());
    }
    startGrpc();
    long incarnation = worker.devices().get(0).incarnation();
    Member self = new Member(options.task(), address(), incarnation);
    lease = options.membership().register(self, options.place());
    LOG.info("{} serves at grpc://{}", options.task(), address());
  }

  private void startGrpc() {
    grpc =
        GrpcTask.start(
            listeningAddress(), worker, master, this::status, Runnable::run, options.grpc());
  }

  /** Unlike the address of a task, it may have port 0, which stands for any that is free. */
  private String listeningAddress() {
    String host = options.host();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + listeningPort();
  }

  private int listeningPort() {
    if (options.port() != ServerOptions.PORT_OF_CLUSTER) {
      return options.port();
    }
    return options
        .membership()
        .find(options.task())
        .map(member -> HostPort.parse(member.address()).port())
        .orElse(0);
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
                            + " is not there: "
                            + options.membership().description()
                            + " has no address for it"));
    return network.worker(member.address());
  }

  /** What it is doing. */
  public TaskStatus status() {
    Allocator.Usage memory = Allocator.shared().usage();
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

  /** Whether it can run steps, as {@link StatusServer} tells. */
  public HealthSource health() {
    return new HealthSource() {
      @Override
      public Health liveness() {
        return Health.good("up");
      }

      @Override
      public Health readiness() {
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

  /** Which task it is. */
  public TaskId task() {
    return options.task();
  }

  /** Where it listens, as {@code host:port}. */
  public String address() {
    GrpcTask listening = grpc;
    if (listening == null) {
      throw WeirException.failedPrecondition("%s does not listen yet", options.task());
    }
    return new HostPort(options.host(), listening.port()).toString();
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
          "{} was told to end; after {} ms calls are {}, and of steps there are: {}",
          options.task(),
          limit.toMillis(),
          isQuiet ? "answered" : "under way",
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
    Lease held = lease;
    if (held != null) {
      held.close();
    }
    if (streams != null) {
      streams.close();
    }
    if (grpc != null) {
      grpc.close();
    }
    master.close();
    worker.close();
    network.close();
    scheduler.close();
  }
}

package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.grpc.ServedMethod.Serving;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcHandlers;
import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A task that others reach by gRPC: a worker and a master behind one port, with the methods of
 * TensorFlow. Thread-safe.
 *
 * <p>The worker and the master are called on the executor, one call for each request; their futures
 * may complete on any thread. A caller that gives up cancels the future.
 */
public final class GrpcTask implements AutoCloseable {
  private static final long PERMITTED_PING_SECONDS = 5;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  /**
   * How often a peer may cancel all its calls within the time below. One that cancels more often
   * only keeps this task busy, and its connection is closed.
   */
  private static final int CANCELLED_AT_ONCE = 2;

  private static final int CANCELLED_SECONDS = 10;

  private final Server server;
  private final EventLoops loops;
  private final SlowRequests slowRequests;
  private final ConnectionTable connections;
  private final OpenCalls calls;
  private final Traffic traffic;

  private GrpcTask(
      Server server,
      EventLoops loops,
      SlowRequests slowRequests,
      ConnectionTable connections,
      OpenCalls calls,
      Traffic traffic) {
    this.server = server;
    this.loops = loops;
    this.slowRequests = slowRequests;
    this.connections = connections;
    this.calls = calls;
    this.traffic = traffic;
  }

  /**
   * Starts to listen.
   *
   * @param address {@code host:port}; port 0 takes one that is free
   * @param executor where worker and master are called
   */
  public static GrpcTask start(
      String address,
      WorkerPort worker,
      MasterPort master,
      Executor executor,
      GrpcOptions options) {
    return start(address, worker, master, null, executor, options);
  }

  /**
   * Starts to listen; the task also reports its status.
   *
   * @param status reports what it is doing; null for no such report
   */
  public static GrpcTask start(
      String address,
      WorkerPort worker,
      MasterPort master,
      @Nullable Supplier<TaskStatus> status,
      Executor executor,
      GrpcOptions options) {
    GrpcAddress at = GrpcAddress.parse(address);
    Security security = options.security();
    SslContext tls = security.certificates() == null ? null : Tls.server(security.certificates());
    EventLoops loops = new EventLoops("weir-task", options.threads());
    Allocator allocator = options.allocator();
    RefusalLog refusals = new RefusalLog();
    Traffic traffic = new Traffic();
    GrpcLimits limits = options.limits();
    ConnectionFilter connectionFilter = new ConnectionFilter(refusals, limits);
    OpenCalls calls = new OpenCalls(limits.progress());
    Serving serving =
        new Serving(
            executor, allocator, options.maxMessageBytes(), limits.progress(), calls, refusals);
    SlowRequests slowRequests = new SlowRequests(slowToParse());
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(at.host(), at.port()))
            .bossEventLoopGroup(loops.group())
            .workerEventLoopGroup(loops.group())
            .channelFactory(connectionFilter::open)
            .directExecutor()
            .callExecutor(slowRequests)
            .maxInboundMessageSize(options.maxMessageBytes())
            .maxInboundMetadataSize(limits.headerBytes())
            .maxConcurrentCallsPerConnection(limits.calls())
            .maxRstFramesPerWindow(CANCELLED_AT_ONCE * limits.calls(), CANCELLED_SECONDS)
            .maxConnectionIdle(limits.idle().toMillis(), TimeUnit.MILLISECONDS)
            .handshakeTimeout(2 * limits.handshake().toMillis(), TimeUnit.MILLISECONDS)
            .addStreamTracerFactory(new CallTracers(refusals, allocator, traffic, calls))
            .flowControlWindow(options.windowBytes())
            .permitKeepAliveTime(PERMITTED_PING_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addTransportFilter(connectionFilter.connections().filter());
    services(worker, master, status)
        .forEach((service, methods) -> builder.addService(define(service, methods, serving)));
    if (tls != null) {
      builder.sslContext(tls).addTransportFilter(RoleGuard.filter());
      builder.intercept(new RoleGuard(refusals));
    }
    if (security.token() != null) {
      builder.intercept(new TokenMetadata.Guard(security.token(), refusals));
    }
    EventLoops.probing().forEach((option, value) -> set(builder, option, value));
    try {
      Server server = builder.build().start();
      calls.start(loops.group());
      return new GrpcTask(
          server, loops, slowRequests, connectionFilter.connections(), calls, traffic);
    } catch (IOException e) {
      loops.close();
      slowRequests.close();
      throw new WeirException(ErrorCode.UNAVAILABLE, address + " cannot listen: " + reason(e), e);
    }
  }

  /** The methods of a task, by their services. */
  static Map<Rpc.Service, List<ServedMethod<?, ?>>> services(
      WorkerPort worker, MasterPort master, @Nullable Supplier<TaskStatus> status) {
    Map<Rpc.Service, List<ServedMethod<?, ?>>> services = new EnumMap<>(Rpc.Service.class);
    for (Rpc<?, ?> rpc : Rpcs.all()) {
      RpcPort port = rpc.service() == Rpc.Service.MASTER ? master : worker;
      if (rpc == Rpcs.TASK_STATUS) {
        if (status == null) {
          continue;
        }
        port = statusPort(status);
      }
      services
          .computeIfAbsent(rpc.service(), service -> new ArrayList<>())
          .add(new ServedMethod<>(rpc, port));
    }
    return services;
  }

  private static RpcPort statusPort(Supplier<TaskStatus> status) {
    return RpcHandlers.builder()
        .on(Rpcs.TASK_STATUS, (none, timeout) -> CompletableFuture.completedFuture(status.get()))
        .build();
  }

  /** The full names of the methods whose requests take long to parse. */
  private static Set<String> slowToParse() {
    return Rpcs.all().stream()
        .filter(Rpc::carriesGraph)
        .map(Rpc::fullName)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static ServerServiceDefinition define(
      Rpc.Service service, List<ServedMethod<?, ?>> methods, Serving serving) {
    ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(service.fullName());
    for (ServedMethod<?, ?> method : methods) {
      builder.addMethod(method.define(serving));
    }
    return builder.build();
  }

  @SuppressWarnings("unchecked") // an option goes with a value of its type
  private static <T> void set(NettyServerBuilder builder, ChannelOption<?> option, T value) {
    builder.withChildOption((ChannelOption<T>) option, value);
  }

  private static String reason(IOException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /** The bytes of messages it has sent and received. */
  public Traffic traffic() {
    return traffic;
  }

  /** How many connections others have to it. */
  public int connections() {
    return connections.size();
  }

  /** How many calls are under way. */
  int calls() {
    return calls.size();
  }

  /**
   * Takes no more calls, and waits a while for those that are under way; says whether all ended.
   */
  public boolean drain(Duration limit) {
    server.shutdown();
    try {
      return server.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Stops; calls that are under way are cancelled. */
  @Override
  public void close() {
    server.shutdownNow();
    drain(CLOSE);
    loops.close();
    slowRequests.close();
  }
}

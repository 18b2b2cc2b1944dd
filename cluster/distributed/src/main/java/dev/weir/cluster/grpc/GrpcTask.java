package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.Refusals;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.cluster.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task that others reach by gRPC: a worker and a master behind one port, with the methods of
 * TensorFlow. Thread-safe.
 *
 * <p>The worker and the master are called on the executor, one call for each request; their futures
 * may complete on any thread. Whoever calls and gives up cancels the future.
 */
public final class GrpcTask implements AutoCloseable {
  private static final long PERMITTED_PING_SECONDS = 5;
  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Server server;
  private final EventLoops loops;
  private final Doorman doorman;

  private GrpcTask(Server server, EventLoops loops, Doorman doorman) {
    this.server = server;
    this.loops = loops;
    this.doorman = doorman;
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
   * The same for a task that says what it is doing.
   *
   * @param status what it is doing; null if that is nobody's business
   */
  public static GrpcTask start(
      String address,
      WorkerPort worker,
      MasterPort master,
      @Nullable Supplier<TaskStatus> status,
      Executor executor,
      GrpcOptions options) {
    Address at = Address.parse(address);
    Security security = options.security();
    SslContext tls = security.certificates() == null ? null : Tls.server(security.certificates());
    EventLoops loops = new EventLoops("weir-task", options.threads());
    Allocator allocator = Allocator.shared();
    Refusals refusals = new Refusals();
    Doorman doorman = new Doorman(refusals);
    Serving serving = new Serving(executor, options.maxMessageBytes(), refusals);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(at.host(), at.port()))
            .bossEventLoopGroup(loops.group())
            .workerEventLoopGroup(loops.group())
            .channelFactory(doorman::open)
            .directExecutor()
            .maxInboundMessageSize(options.maxMessageBytes())
            .addStreamTracerFactory(new Oversized(refusals))
            .flowControlWindow(options.windowBytes())
            .permitKeepAliveTime(PERMITTED_PING_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(serving.of(Methods.WORKER, ServedWorker.methods(worker, allocator)))
            .addService(serving.of(Methods.MASTER, ServedMaster.methods(master, allocator)));
    if (status != null) {
      builder.addService(serving.of(Methods.TASK, List.of(status(status))));
    }
    if (tls != null) {
      builder.sslContext(tls);
    }
    if (security.token() != null) {
      builder.intercept(new Tokens.Guard(security.token(), refusals));
    }
    EventLoops.probing().forEach((option, value) -> set(builder, option, value));
    try {
      return new GrpcTask(builder.build().start(), loops, doorman);
    } catch (IOException e) {
      loops.close();
      throw new WeirException(
          ErrorCode.UNAVAILABLE, address + " cannot be listened on: " + reason(e), e);
    }
  }

  private static ServedMethod<?, ?> status(Supplier<TaskStatus> status) {
    return new ServedMethod<>(
        "Status",
        in -> Status.OK, // whatever is said with the question
        (question, limit) -> CompletableFuture.completedFuture(status.get()),
        TaskMessages::write);
  }

  /** What the methods of all services have in common. */
  private record Serving(Executor executor, int maxMessageBytes, Refusals refusals) {
    ServerServiceDefinition of(String name, List<ServedMethod<?, ?>> methods) {
      ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(name);
      for (ServedMethod<?, ?> method : methods) {
        builder.addMethod(method.define(name, maxMessageBytes, executor, refusals));
      }
      return builder.build();
    }
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

  /** How many connections others have to it. */
  public int connections() {
    return doorman.connections();
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
  }
}

package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.Network;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.cluster.wire.TaskStatus;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reaches tasks by gRPC: Weir's own and those of TensorFlow. There is one connection for an
 * address, made when it is first needed. Thread-safe.
 */
public final class GrpcNetwork implements Network {
  private static final int MAX_METADATA_BYTES = 1 << 16;
  private static final long CLOSE_SECONDS = 5;

  private final GrpcOptions options;
  private final EventLoops loops;
  private final @Nullable SslContext tls;
  private final WorkerCalls workerCalls;
  private final MasterCalls masterCalls;
  private final MethodDescriptor<Outbound, Inbound<TaskStatus>> taskStatus;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** A network without connections yet, whose tensors come from the shared allocator. */
  public GrpcNetwork(GrpcOptions options) {
    this(options, Allocator.shared());
  }

  /**
   * A network without connections yet.
   *
   * @param allocator whose memory the tensors get that are received
   */
  public GrpcNetwork(GrpcOptions options, Allocator allocator) {
    this.options = options;
    Security.Certificates certificates = options.security().certificates();
    this.tls = certificates == null ? null : Tls.client(certificates);
    this.workerCalls = new WorkerCalls(allocator, options.maxMessageBytes());
    this.loops = new EventLoops("weir-network", options.threads());
    this.masterCalls = new MasterCalls(allocator, options.maxMessageBytes());
    this.taskStatus =
        Methods.called(Methods.TASK, "Status", TaskMessages::readStatus, options.maxMessageBytes());
  }

  @Override
  public WorkerPort worker(String address) {
    return new GrpcWorker(peer(address), workerCalls);
  }

  @Override
  public MasterPort master(String address) {
    return new GrpcMaster(peer(address), masterCalls);
  }

  /**
   * What the task at an address is doing. Tasks that are not Weir's answer {@code UNIMPLEMENTED}.
   */
  public CompletableFuture<TaskStatus> taskStatus(String address, Duration limit) {
    return peer(address).call(taskStatus, TaskMessages.nothing(), limit);
  }

  private Peer peer(String address) {
    if (closed) {
      throw WeirException.failedPrecondition("the network is closed; %s cannot be called", address);
    }
    return peers.computeIfAbsent(address, this::connect);
  }

  private Peer connect(String address) {
    Address parsed = Address.parse(address);
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(parsed.host(), parsed.port())
            .eventLoopGroup(loops.group())
            .channelType(EventLoops.channel())
            .directExecutor()
            .disableRetry()
            .proxyDetector(target -> null)
            .maxInboundMessageSize(options.maxMessageBytes())
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .flowControlWindow(options.windowBytes());
    if (tls == null) {
      builder.usePlaintext();
    } else {
      builder.sslContext(tls);
    }
    EventLoops.probing().forEach((option, value) -> set(builder, option, value));
    return new Peer(address, builder.build(), options.security().token());
  }

  @SuppressWarnings("unchecked") // an option goes with a value of its type
  private static <T> void set(NettyChannelBuilder builder, ChannelOption<?> option, T value) {
    builder.withOption((ChannelOption<T>) option, value);
  }

  @Override
  public void close() {
    closed = true;
    for (Peer peer : peers.values()) {
      peer.channel().shutdownNow();
    }
    for (Peer peer : peers.values()) {
      awaitEnd(peer.channel());
    }
    loops.close();
  }

  private static void awaitEnd(ManagedChannel channel) {
    try {
      channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

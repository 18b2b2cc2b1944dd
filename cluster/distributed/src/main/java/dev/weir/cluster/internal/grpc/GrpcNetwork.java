package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.PeerCache;
import dev.weir.cluster.internal.transport.RpcNetwork;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reaches tasks by gRPC: Weir's own and those of TensorFlow. There is one connection for an
 * address, made when it is first needed. Thread-safe.
 */
public final class GrpcNetwork implements RpcNetwork {
  private static final int MAX_METADATA_BYTES = 1 << 16;
  private static final long CLOSE_SECONDS = 5;

  private final GrpcOptions options;
  private final IntSupplier mostPeers;
  private final EventLoops loops;
  private final @Nullable SslContext tls;
  private final GrpcMethods methods;
  private final PeerCache<GrpcPeer> peers =
      new PeerCache<>(
          this::mostPeers, this::connect, GrpcPeer::isIdle, peer -> peer.channel().shutdown());
  private final Traffic traffic = new Traffic();
  private final SmallMessages small = new SmallMessages();
  private volatile boolean closed;

  /** A network without connections yet. */
  public GrpcNetwork(GrpcOptions options) {
    this(options, () -> PeerCache.MOST);
  }

  /**
   * A network without connections yet.
   *
   * @param mostPeers how many addresses it may be connected to
   */
  public GrpcNetwork(GrpcOptions options, IntSupplier mostPeers) {
    this.options = options;
    this.mostPeers = mostPeers;
    Security.Certificates certificates = options.security().certificates();
    this.tls = certificates == null ? null : Tls.client(certificates);
    this.methods = new GrpcMethods(options.allocator(), options.maxMessageBytes());
    this.loops = new EventLoops("weir-network", options.threads());
  }

  private int mostPeers() {
    return mostPeers.getAsInt();
  }

  @Override
  public WorkerPort worker(String address) {
    return port(address);
  }

  @Override
  public MasterPort master(String address) {
    return port(address);
  }

  private GrpcPort port(String address) {
    GrpcPeer unused = peer(address); // rejects a malformed address now
    return new GrpcPort(() -> peer(address), methods);
  }

  /**
   * What the task at an address is doing. Tasks that are not Weir's answer {@code UNIMPLEMENTED}.
   */
  public CompletableFuture<TaskStatus> taskStatus(String address, Duration limit) {
    return port(address).call(Rpcs.TASK_STATUS, EmptyRequest.INSTANCE, limit);
  }

  /** The bytes of messages it has sent and received. */
  public Traffic traffic() {
    return traffic;
  }

  private GrpcPeer peer(String address) {
    if (closed) {
      throw WeirException.failedPrecondition("the network is closed; %s cannot be called", address);
    }
    return peers.get(address);
  }

  private GrpcPeer connect(String address) {
    GrpcAddress parsed = GrpcAddress.parse(address);
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
    return new GrpcPeer(
        address, builder.build(), options.security().token(), options, traffic, small);
  }

  @SuppressWarnings("unchecked") // an option goes with a value of its type
  private static <T> void set(NettyChannelBuilder builder, ChannelOption<?> option, T value) {
    builder.withOption((ChannelOption<T>) option, value);
  }

  @Override
  public void close() {
    closed = true;
    for (GrpcPeer peer : peers.all()) {
      peer.channel().shutdownNow();
    }
    for (GrpcPeer peer : peers.all()) {
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

package dev.weir.cluster.internal.grpc;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollChannelOption;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioChannelOption;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * The threads that read and write the network: Linux' epoll if it can be used, the JDK's selectors
 * otherwise. TCP keepalive probes detect lost machines on idle connections; unlike HTTP/2 pings,
 * TensorFlow servers do not reject them.
 */
final class EventLoops implements AutoCloseable {
  private static final int PROBE_AFTER_SECONDS = 10;
  private static final int PROBE_EVERY_SECONDS = 5;
  private static final int PROBES = 2;
  private static final Duration SHUTDOWN = Duration.ofSeconds(5);

  private final EventLoopGroup group;

  EventLoops(String name, int threads) {
    group =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  EventLoopGroup group() {
    return group;
  }

  static Class<? extends Channel> channel() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  static ServerChannel newServerChannel() {
    return Epoll.isAvailable() ? new EpollServerSocketChannel() : new NioServerSocketChannel();
  }

  /** Socket options that detect dead peers. */
  static Map<ChannelOption<?>, Object> probing() {
    return Epoll.isAvailable()
        ? Map.of(
            ChannelOption.SO_KEEPALIVE, true,
            EpollChannelOption.TCP_KEEPIDLE, PROBE_AFTER_SECONDS,
            EpollChannelOption.TCP_KEEPINTVL, PROBE_EVERY_SECONDS,
            EpollChannelOption.TCP_KEEPCNT, PROBES,
            EpollChannelOption.TCP_USER_TIMEOUT,
                (int) TimeUnit.SECONDS.toMillis(PROBE_AFTER_SECONDS + PROBES * PROBE_EVERY_SECONDS))
        : Map.of(
            ChannelOption.SO_KEEPALIVE,
            true,
            NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE),
            PROBE_AFTER_SECONDS,
            NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
            PROBE_EVERY_SECONDS,
            NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT),
            PROBES);
  }

  @Override
  public void close() {
    group
        .shutdownGracefully(0, SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN.toMillis());
  }
}

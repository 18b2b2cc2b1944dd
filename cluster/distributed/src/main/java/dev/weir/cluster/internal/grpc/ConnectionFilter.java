package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.FileDescriptors;
import dev.weir.cluster.internal.transport.RefusalLog;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Filters new connections to a task's port before gRPC. A peer that does not speak HTTP/2, or fails
 * TLS, is logged with address and reason; gRPC itself would print a stack trace for the one and
 * nothing for the other.
 */
@Sharable
final class ConnectionFilter extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionFilter.class);

  /** After a connection that could not be accepted. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte TLS_HANDSHAKE = 22;
  private static final int MOST_SHOWN = 16;

  private final RefusalLog refusals;
  private final GrpcLimits limits;
  private final int most;
  private final ConnectionTable connections;

  ConnectionFilter(RefusalLog refusals, GrpcLimits limits) {
    this.refusals = refusals;
    this.limits = limits;
    this.most = FileDescriptors.connections(limits.connections());
    this.connections = new ConnectionTable(refusals, most);
  }

  /** Makes the channel that listens, with this doorman at it. */
  ServerChannel open() {
    ServerChannel channel = EventLoops.newServerChannel();
    channel.pipeline().addLast(this);
    return channel;
  }

  /** Those that are open. */
  ConnectionTable connections() {
    return connections;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (accepted instanceof Channel channel) {
      if (!connections.accept(channel)) {
        refuse(channel, "the limit of " + most + " connections is reached");
        channel.unsafe().closeForcibly();
        return;
      }
      channel.pipeline().addLast(new FirstBytes());
    }
    context.fireChannelRead(accepted);
  }

  /**
   * A connection could not be accepted, for example since the process has no file descriptors left:
   * the next attempt is made after a pause. The channel that listens stays open.
   */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable because) {
    Channel listening = context.channel();
    LOG.warn(
        "{} cannot accept a connection: {}; next attempt in {} ms",
        listening.localAddress(),
        String.valueOf(because),
        PAUSE.toMillis());
    if (listening.config().isAutoRead()) {
      listening.config().setAutoRead(false);
      var unused =
          context
              .executor()
              .schedule(
                  () -> listening.config().setAutoRead(true),
                  PAUSE.toMillis(),
                  TimeUnit.MILLISECONDS);
    }
  }

  /** Reads what comes first on a connection, and then leaves. */
  private final class FirstBytes extends ChannelInboundHandlerAdapter {
    private int seen;
    private @Nullable Future<?> deadline;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      long millis = limits.handshake().toMillis();
      deadline =
          context.executor().schedule(() -> late(context, millis), millis, TimeUnit.MILLISECONDS);
      context.fireChannelActive();
    }

    private void late(ChannelHandlerContext context, long millis) {
      refuse(context.channel(), "no HTTP/2 preface within " + millis + " ms");
      var unused = context.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
      Future<?> waiting = deadline;
      if (waiting != null) {
        waiting.cancel(false);
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      SslHandler tls = context.pipeline().get(SslHandler.class);
      if (tls != null) {
        watch(tls, context.channel());
        leave(context, message);
      } else if (message instanceof ByteBuf bytes && !isPreface(bytes)) {
        refuse(context.channel(), otherProtocol(bytes));
        bytes.release();
        var unused = context.close();
      } else if (seen == PREFACE.length) {
        leave(context, message);
      } else {
        context.fireChannelRead(message);
      }
    }

    private boolean isPreface(ByteBuf bytes) {
      for (int i = bytes.readerIndex(); i < bytes.writerIndex() && seen < PREFACE.length; i++) {
        if (bytes.getByte(i) != PREFACE[seen]) {
          return false;
        }
        seen++;
      }
      return true;
    }

    private void leave(ChannelHandlerContext context, Object message) {
      context.fireChannelRead(message);
      context.pipeline().remove(this);
    }
  }

  private void watch(SslHandler tls, Channel channel) {
    var unused =
        tls.handshakeFuture()
            .addListener(
                done -> {
                  if (!done.isSuccess()) {
                    refuse(channel, tlsFailure(done.cause()));
                  }
                });
  }

  private void refuse(Channel channel, String why) {
    refusals.add("a connection", channel.remoteAddress(), why);
  }

  private static String otherProtocol(ByteBuf bytes) {
    int count = Math.min(bytes.readableBytes(), MOST_SHOWN);
    byte[] first = new byte[count];
    bytes.getBytes(bytes.readerIndex(), first);
    return count > 0 && first[0] == TLS_HANDSHAKE
        ? "the client uses TLS, and this task has no certificates"
        : "the client does not speak gRPC; its first bytes are \"" + printable(first) + "\"";
  }

  private static String printable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      text.append(each >= ' ' && each <= '~' ? (char) each : '.');
    }
    return text.toString();
  }

  private static String tlsFailure(Throwable thrown) {
    return switch (thrown) {
      case NotSslRecordException e -> "the client does not use TLS, which this task requires";
      case ClosedChannelException e -> "the client disconnected during the TLS handshake";
      default -> "TLS handshake failed: " + Tls.reason(thrown);
    };
  }
}

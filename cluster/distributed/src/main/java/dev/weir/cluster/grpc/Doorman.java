package dev.weir.cluster.grpc;

import dev.weir.cluster.transport.Refusals;
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
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sees who comes to a task's port before gRPC does. Who does not speak HTTP/2, or cannot agree on
 * TLS, is told of in the log with address and reason; gRPC itself would print a stack trace for the
 * one and nothing for the other.
 */
@Sharable
final class Doorman extends ChannelInboundHandlerAdapter {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte TLS_HANDSHAKE = 22;
  private static final int MOST_SHOWN = 16;

  private final Refusals refusals;
  private final AtomicInteger connections = new AtomicInteger();

  Doorman(Refusals refusals) {
    this.refusals = refusals;
  }

  /** Makes the channel that listens, with this doorman at it. */
  ServerChannel open() {
    ServerChannel channel = EventLoops.newServerChannel();
    channel.pipeline().addLast(this);
    return channel;
  }

  /** How many connections are open. */
  int connections() {
    return connections.get();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    if (accepted instanceof Channel channel) {
      connections.incrementAndGet();
      var unused = channel.closeFuture().addListener(closed -> connections.decrementAndGet());
      channel.pipeline().addLast(new FirstBytes());
    }
    context.fireChannelRead(accepted);
  }

  /** Reads what comes first on a connection, and then leaves. */
  private final class FirstBytes extends ChannelInboundHandlerAdapter {
    private int seen;

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
        ? "it speaks TLS, and this task has no certificates"
        : "it does not speak gRPC; it begins with \"" + printable(first) + "\"";
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
      case NotSslRecordException e -> "it does not speak TLS, as this task does";
      case ClosedChannelException e -> "it hung up before the connection was secure";
      default -> "no secure connection: " + Tls.reason(thrown);
    };
  }
}

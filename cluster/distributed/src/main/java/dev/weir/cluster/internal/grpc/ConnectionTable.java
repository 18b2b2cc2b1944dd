package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.internal.transport.RefusalLog;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelOutboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a task's port, which are limited in number. One is proven when a call arrived
 * over it that token and certificate allow; until then it gives way to a new one, the oldest first,
 * so that unauthorized peers cannot keep out authorized ones. Thread-safe.
 */
final class ConnectionTable {
  private static final Attributes.Key<Accepted> ACCEPTED =
      Attributes.Key.create("weir-accepted-connection");

  private final RefusalLog refusals;
  private final int most;
  private final Map<SocketAddress, Accepted> open = new HashMap<>();
  private final Map<SocketAddress, Accepted> unproven = new LinkedHashMap<>();

  ConnectionTable(RefusalLog refusals, int most) {
    this.refusals = refusals;
    this.most = most;
  }

  /** One connection. */
  final class Accepted {
    private final Channel channel;
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean isProven;

    private Accepted(Channel channel) {
      this.channel = channel;
    }

    /** How many bytes the other end, or the system on the way to it, has taken. */
    long sentBytes() {
      return sent.get();
    }

    /** An authorized call arrived over it. */
    void prove() {
      if (!isProven) {
        isProven = true;
        proven(this);
      }
    }

    /** Closes it, and says why in the log. */
    void close(String why) {
      refusals.add("a connection", channel.remoteAddress(), why);
      // past HTTP/2, which would wait for the calls that are under way
      ChannelHandlerContext first = channel.pipeline().firstContext();
      var unused = first == null ? channel.close() : first.close();
    }
  }

  /** Counts what a connection sends, at the end of its pipeline that is next to the socket. */
  private static final class SentBytes extends ChannelOutboundHandlerAdapter {
    private final AtomicLong sent;

    SentBytes(AtomicLong sent) {
      this.sent = sent;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      ChannelPromise told = promise;
      if (message instanceof ByteBuf bytes && bytes.isReadable()) {
        int count = bytes.readableBytes();
        told = promise.unvoid();
        var unused =
            told.addListener(
                done -> {
                  if (done.isSuccess()) {
                    sent.addAndGet(count);
                  }
                });
      }
      var unused = context.write(message, told);
    }
  }

  /** Attaches its connection to each call. */
  ServerTransportFilter filter() {
    return new ServerTransportFilter() {
      @Override
      public Attributes transportReady(Attributes attributes) {
        Accepted accepted = find(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
        return accepted == null
            ? attributes
            : attributes.toBuilder().set(ACCEPTED, accepted).build();
      }
    };
  }

  /** The connection of a call; null if it was closed before it could carry any. */
  static @Nullable Accepted of(ServerCall<?, ?> call) {
    return call.getAttributes().get(ACCEPTED);
  }

  private synchronized @Nullable Accepted find(@Nullable SocketAddress remote) {
    return open.get(remote);
  }

  /** Takes a connection, or says no: there are as many as there may be, and all are proven. */
  boolean accept(Channel channel) {
    Accepted accepted = new Accepted(channel);
    Accepted evicted = null;
    synchronized (this) {
      if (open.size() >= most) {
        if (unproven.isEmpty()) {
          return false;
        }
        evicted = unproven.values().iterator().next();
        remove(evicted);
      }
      open.put(channel.remoteAddress(), accepted);
      unproven.put(channel.remoteAddress(), accepted);
    }
    channel.pipeline().addFirst(new SentBytes(accepted.sent));
    var unused = channel.closeFuture().addListener(closed -> remove(accepted));
    if (evicted != null) {
      evicted.close(
          "there are "
              + most
              + " connections already, and this was the oldest without an authorized call");
    }
    return true;
  }

  private synchronized void remove(Accepted closed) {
    SocketAddress remote = closed.channel.remoteAddress();
    open.remove(remote, closed);
    unproven.remove(remote, closed);
  }

  private synchronized void proven(Accepted accepted) {
    unproven.remove(accepted.channel.remoteAddress(), accepted);
  }

  /** How many are open. */
  synchronized int size() {
    return open.size();
  }
}

package dev.weir.cluster.stream;

import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.transport.Refusals;
import dev.weir.cluster.transport.WorkerPort;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that others of Weir's reach by streams: its worker and master, for the calls that every
 * step makes. Both are called on the thread that reads the network. Thread-safe.
 */
public final class StreamServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamServer.class);
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int BACKLOG = 1024;

  private final Loop loop;
  private final ServerSocketChannel channel;
  private final @Nullable LocalSocket local;
  private final Map<Method, Served<?, ?>> methods;
  private final StreamOptions options;
  private final @Nullable String token;
  private final long key = new SecureRandom().nextLong();
  private final Set<ServingConnection> connections = ConcurrentHashMap.newKeySet();
  private final Refusals refusals = new Refusals();
  private int calls;
  private volatile boolean draining;

  private StreamServer(
      ServerSocketChannel channel,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable String token) {
    this.loop = new Loop("weir-streams-" + channel.socket().getLocalPort());
    this.channel = channel;
    this.methods = Served.methods(worker, master);
    this.options = options;
    this.token = token;
    this.local = options.local() ? LocalSocket.listen(key) : null;
  }

  /**
   * Starts to listen.
   *
   * @param token what those who connect must name, or null
   */
  public static StreamServer start(
      String host,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable String token) {
    ServerSocketChannel channel = listen(host, options.port());
    StreamServer server = new StreamServer(channel, worker, master, options, token);
    server.accept(channel);
    if (server.local != null) {
      server.accept(server.local.channel());
    }
    return server;
  }

  private static ServerSocketChannel listen(String host, int port) {
    try {
      ServerSocketChannel channel = ServerSocketChannel.open();
      try {
        channel.bind(new InetSocketAddress(host, port), BACKLOG);
        channel.configureBlocking(false);
        return channel;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new WeirException(
          ErrorCode.UNAVAILABLE,
          host + ":" + port + " cannot be listened on: " + e.getMessage(),
          e);
    }
  }

  private void accept(ServerSocketChannel from) {
    loop.register(from, SelectionKey.OP_ACCEPT, new Acceptor(from), registered -> {});
  }

  /** Takes connections. */
  private final class Acceptor implements Loop.Watched {
    private final ServerSocketChannel from;

    Acceptor(ServerSocketChannel from) {
      this.from = from;
    }

    @Override
    public void ready(SelectionKey selected) throws IOException {
      SocketChannel accepted = from.accept();
      if (accepted != null) {
        open(accepted);
      }
    }

    @Override
    public void end(Throwable because) {
      try {
        from.close();
      } catch (IOException e) {
        LOG.debug("{} cannot be closed", this, e);
      }
    }
  }

  private void open(SocketChannel accepted) throws IOException {
    try {
      if (connections.size() >= MAX_CONNECTIONS || draining) {
        refusals.add("a stream", accepted.getRemoteAddress(), tooMany());
        accepted.close();
        return;
      }
      boolean isLocal = accepted.getLocalAddress() instanceof UnixDomainSocketAddress;
      if (isLocal) {
        LocalSocket.widen(accepted);
      }
      // who comes through a file has no address; it is called by the file
      SocketAddress peer = isLocal ? accepted.getLocalAddress() : accepted.getRemoteAddress();
      ServingConnection connection = new ServingConnection(this, accepted, peer);
      connections.add(connection);
      connection.start();
    } catch (IOException e) {
      LOG.debug("a connection was lost at once", e);
      accepted.close();
    }
  }

  private String tooMany() {
    return draining ? "the task leaves" : "there are " + MAX_CONNECTIONS + " streams already";
  }

  Refusals refusals() {
    return refusals;
  }

  Loop loop() {
    return loop;
  }

  Allocator allocator() {
    return Allocator.shared();
  }

  long mostBytes() {
    return options.maxMessageBytes();
  }

  Served<?, ?> served(Method method) {
    return Objects.requireNonNull(methods.get(method));
  }

  @Nullable String token() {
    return token;
  }

  long key() {
    return key;
  }

  void closed(ServingConnection connection) {
    connections.remove(connection);
  }

  /** Counts a call, unless it is the beginning of work and this server leaves. */
  synchronized boolean begin(Method method) {
    if (draining && method.startsWork()) {
      return false;
    }
    calls++;
    return true;
  }

  synchronized void ended() {
    calls--;
    if (calls == 0) {
      notifyAll();
    }
  }

  /** How many are connected. */
  public int connections() {
    return connections.size();
  }

  /** How others are told where to connect. */
  public StreamAddress address() {
    return new StreamAddress(channel.socket().getLocalPort(), key);
  }

  /** Takes no more runs of steps, and waits a while for those under way; says whether all ended. */
  public boolean drain(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    synchronized (this) {
      draining = true;
      while (calls > 0) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return true;
  }

  /** Stops; calls that are under way are cancelled. */
  @Override
  public void close() {
    loop.close();
    if (local != null) {
      local.close();
    }
  }
}

package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcPort;
import dev.weir.cluster.internal.transport.FileDescriptors;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.RefusalLog;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that others of Weir's reach by streams: its worker and master, for the calls that every
 * step makes. Both are called on the thread that reads the network. Thread-safe.
 */
public final class StreamServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamServer.class);
  private static final int BACKLOG = 1024;

  /** While so many handshakes are queued, no connections are accepted. */
  static final int MOST_HANDSHAKES = 32;

  private final SelectorLoop loop;
  private final ServerSocketChannel channel;
  private final @Nullable LocalSocket local;
  private final WorkerPort worker;
  private final MasterPort master;
  private final StreamOptions options;
  private final int most;
  private final @Nullable Token token;
  private final @Nullable TlsIdentity identity;
  private final Traffic traffic = new Traffic();
  private final long key = new SecureRandom().nextLong();
  private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();

  /** Those that have not greeted yet, the oldest first; only the loop uses it. */
  private final LinkedHashSet<ServerConnection> unadmitted = new LinkedHashSet<>();

  /** Those whose handshake other threads go on with; only the loop uses it. */
  private final Set<ServerConnection> handshaking = new HashSet<>();

  private final List<Acceptor> acceptors = new ArrayList<>();
  private final HandshakePool handshakes;
  private final RefusalLog refusals = new RefusalLog();
  private int calls;
  private volatile boolean draining;

  private StreamServer(
      ServerSocketChannel channel,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable Token token,
      @Nullable TlsIdentity identity,
      HandshakePool handshakes) {
    this.loop = new SelectorLoop("weir-streams-" + channel.socket().getLocalPort());
    this.channel = channel;
    this.worker = worker;
    this.master = master;
    this.options = options;
    this.most = FileDescriptors.connections(options.limits().connections());
    this.token = token;
    this.identity = identity;
    this.handshakes = handshakes;
    this.local = options.local() ? LocalSocket.listen(key) : null;
  }

  /** Starts to listen for connections that are not secure. */
  public static StreamServer start(
      String host,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable Token token) {
    return start(host, worker, master, options, token, null);
  }

  /**
   * Starts to listen.
   *
   * @param token what clients must present, or null
   * @param identity makes connections use mutual TLS; or null
   */
  public static StreamServer start(
      String host,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable Token token,
      @Nullable TlsIdentity identity) {
    return start(host, worker, master, options, token, identity, new HandshakePool());
  }

  /** Starts to listen; what takes long in handshakes is done by a pool, which is closed with it. */
  static StreamServer start(
      String host,
      WorkerPort worker,
      MasterPort master,
      StreamOptions options,
      @Nullable Token token,
      @Nullable TlsIdentity identity,
      HandshakePool handshakes) {
    ServerSocketChannel channel = listen(host, options.port());
    StreamServer server =
        new StreamServer(channel, worker, master, options, token, identity, handshakes);
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
          ErrorCode.UNAVAILABLE, host + ":" + port + " cannot listen: " + e.getMessage(), e);
    }
  }

  private void accept(ServerSocketChannel from) {
    Acceptor acceptor = new Acceptor(from, ServerSocketChannel::accept, this::open);
    acceptors.add(acceptor);
    loop.register(from, SelectionKey.OP_ACCEPT, acceptor, acceptor::keyed);
  }

  private void open(SocketChannel accepted) throws IOException {
    try {
      if (connections.size() >= most || draining) {
        refusals.add("a stream", accepted.getRemoteAddress(), tooMany());
        accepted.close();
        return;
      }
      boolean isLocal = accepted.getLocalAddress() instanceof UnixDomainSocketAddress;
      if (isLocal) {
        LocalSocket.widen(accepted);
      }
      // a client of a socket file has no address; the file names it
      SocketAddress peer = isLocal ? accepted.getLocalAddress() : accepted.getRemoteAddress();
      makeRoom();
      boolean mayLeaveTls =
          isLocal && !options.encryptsLocal() && LocalSocket.isOfOwnUser(accepted, key);
      ServerConnection connection = new ServerConnection(this, accepted, peer, mayLeaveTls);
      connections.add(connection);
      unadmitted.add(connection);
      connection.start();
    } catch (IOException e) {
      LOG.debug("a connection was lost at once", e);
      accepted.close();
    }
  }

  /** Closes the oldest connection without handshake if there are too many. */
  private void makeRoom() {
    int most = options.limits().unadmitted();
    if (unadmitted.size() >= most) {
      unadmitted
          .getFirst()
          .end(
              WeirException.invalidArgument(
                  "no handshake while %d other connections waited for admission", most));
    }
  }

  private String tooMany() {
    return draining ? "the task is shutting down" : "the limit of " + most + " streams is reached";
  }

  RefusalLog refusals() {
    return refusals;
  }

  SelectorLoop loop() {
    return loop;
  }

  StreamOptions options() {
    return options;
  }

  /** What implements a method. */
  RpcPort port(Rpc<?, ?> rpc) {
    return rpc.service() == Rpc.Service.MASTER ? master : worker;
  }

  /** What secures the next connection; null if none is. */
  @Nullable SSLEngine engine() {
    return identity == null ? null : identity.serverEngine();
  }

  HandshakePool handshakes() {
    return handshakes;
  }

  /** A connection waits for other threads to go on with its handshake, or does not any more. */
  void paused(ServerConnection connection, boolean isPaused) {
    boolean wasFull = handshaking.size() >= MOST_HANDSHAKES;
    if (isPaused) {
      handshaking.add(connection);
    } else {
      handshaking.remove(connection);
    }
    boolean isFull = handshaking.size() >= MOST_HANDSHAKES;
    if (isFull != wasFull) {
      acceptors.forEach(acceptor -> acceptor.hold(isFull));
    }
  }

  /** The bytes it has sent and received. */
  public Traffic traffic() {
    return traffic;
  }

  @Nullable Token token() {
    return token;
  }

  long key() {
    return key;
  }

  /** Whether a caller names the right key. How long the answer takes says nothing about it. */
  boolean hasKey(long named) {
    return MessageDigest.isEqual(bytes(key), bytes(named));
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** A connection has shown that it belongs to the cluster. */
  void admitted(ServerConnection connection) {
    unadmitted.remove(connection);
  }

  void closed(ServerConnection connection) {
    unadmitted.remove(connection);
    paused(connection, false);
    connections.remove(connection);
  }

  /** Counts a call, unless it is the beginning of work and this server leaves. */
  synchronized boolean begin(Rpc<?, ?> rpc) {
    if (draining && rpc.startsWork()) {
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

  /** How many bytes of buffers all connections have, apart from those of tensors. */
  long bufferBytes() {
    return connections.stream().mapToLong(Connection::bufferBytes).sum();
  }

  /** The address that clients connect to. */
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
    handshakes.close();
    if (local != null) {
      local.close();
    }
  }
}

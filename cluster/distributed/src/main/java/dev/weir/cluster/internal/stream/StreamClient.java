package dev.weir.cluster.internal.stream;

import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/** Makes connections to other tasks, and owns their thread and clock. */
final class StreamClient implements AutoCloseable {
  /** For a connection to be made, and then for the other end to greet. */
  static final Duration CONNECTING = Duration.ofSeconds(5);

  private final SelectorLoop loop = new SelectorLoop("weir-streams");
  private final HandshakePool handshakes = new HandshakePool();
  private final ScheduledThreadPoolExecutor clock;
  private final StreamOptions options;
  private final @Nullable Token token;
  private final @Nullable TlsIdentity identity;
  private final Duration connecting;
  private final Traffic traffic = new Traffic();

  /**
   * No connections yet.
   *
   * @param identity with which connections are secure, or null
   * @param connecting for a connection to be made, and then for the other end to greet
   */
  StreamClient(
      StreamOptions options,
      @Nullable Token token,
      @Nullable TlsIdentity identity,
      Duration connecting) {
    this.options = options;
    this.identity = identity;
    this.token = token;
    this.connecting = connecting;
    this.clock = new ScheduledThreadPoolExecutor(1, task -> daemon("weir-streams-clock", task));
    clock.setRemoveOnCancelPolicy(true);
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Connects to a task; done when that has said that it is the right one.
   *
   * @param name what errors call it
   */
  CompletableFuture<ClientConnection> connect(String host, StreamAddress at, String name) {
    CompletableFuture<ClientConnection> made = new CompletableFuture<>();
    // not a virtual thread: a program may hold all their carriers in system calls, and for long
    daemon(
            "weir-streams-connect",
            () -> {
              try {
                ClientConnection connection = open(host, at, name);
                var unused =
                    connection
                        .welcome()
                        .whenComplete(
                            (none, error) -> {
                              if (error == null) {
                                made.complete(connection);
                              } else {
                                made.completeExceptionally(error);
                              }
                            });
              } catch (IOException | RuntimeException e) {
                made.completeExceptionally(
                    new WeirException(
                        ErrorCode.UNAVAILABLE, host + ":" + at.port() + ": " + e.getMessage(), e));
              }
            })
        .start();
    return made;
  }

  private ClientConnection open(String host, StreamAddress at, String name) throws IOException {
    SocketChannel near = options.local() ? LocalSocket.connect(at.key()) : null;
    SocketChannel channel = near == null ? SocketChannel.open() : near;
    try {
      if (near == null) {
        InetSocketAddress address = new InetSocketAddress(host, at.port());
        channel.socket().connect(address, (int) connecting.toMillis());
      }
      SSLEngine engine = identity == null ? null : identity.clientEngine(host, at.port());
      boolean mayLeaveTls =
          near != null && !options.encryptsLocal() && LocalSocket.isOfOwnUser(channel, at.key());
      ClientConnection connection =
          new ClientConnection(
              loop, channel, engine, mayLeaveTls, handshakes, options, traffic, name, clock);
      connection.open(at.key(), token == null ? null : token.current());
      var unused = later(connecting, () -> connection.checkWelcome(connecting));
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The bytes that all connections have sent and received. */
  Traffic traffic() {
    return traffic;
  }

  /** Does something after a while, unless that is called off or this is closed before. */
  Future<?> later(Duration when, Runnable task) {
    try {
      return clock.schedule(task, StreamCall.nanos(when), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e); // closed: everything ends before that
    }
  }

  @Override
  public void close() {
    loop.close();
    handshakes.close();
    clock.shutdownNow();
  }
}

package dev.weir.cli.cluster;

import dev.weir.cluster.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A piece of network between a task and those who call it, which can be cut. */
final class Proxy implements AutoCloseable {
  private final HostPort target;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Mode mode = Mode.PASS;

  /** What becomes of what is sent. */
  enum Mode {
    PASS,
    /** Connections break, and new ones do too. */
    CUT,
    /** Connections stay, and nothing comes through. */
    SWALLOW
  }

  Proxy(String target) throws IOException {
    this.target = HostPort.parse(target);
    this.server = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("proxy").start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** Connections that have seen another mode are broken off. */
  void set(Mode next) {
    boolean breaks = next == Mode.CUT || mode == Mode.SWALLOW;
    mode = next;
    if (breaks) {
      sockets.forEach(Proxy::closeQuietly);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket caller = server.accept();
        if (mode == Mode.CUT) {
          caller.close();
          continue;
        }
        sockets.add(caller);
        try {
          Socket callee = new Socket(target.host(), target.port());
          sockets.add(callee);
          pump(caller, callee);
          pump(callee, caller);
        } catch (IOException e) {
          caller.close(); // nobody is there
        }
      }
    } catch (IOException e) {
      if (!server.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void pump(Socket from, Socket to) {
    Thread.ofVirtual()
        .start(
            () -> {
              byte[] buffer = new byte[1 << 16];
              try (from;
                  to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                  if (mode == Mode.PASS) {
                    out.write(buffer, 0, count);
                  }
                }
              } catch (IOException e) {
                closeQuietly(from); // one end is gone, so the other goes too
              } finally {
                sockets.remove(from);
                sockets.remove(to);
              }
            });
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    sockets.forEach(Proxy::closeQuietly);
  }
}

package dev.weir.cli.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A piece of network between a task and its callers, which can be cut. It listens on {@link #HOST}
 * under the ports that the task has on 127.0.0.1, those for calls and for streams alike: a caller
 * that is told of this host reaches the task through the proxy, whichever way it takes.
 */
final class Proxy implements AutoCloseable {
  /** Another address of the loopback. */
  static final String HOST = "127.0.0.2";

  private static final String TASK = "127.0.0.1";
  private static final int NONE = -1;

  private final List<ServerSocket> listeners = new ArrayList<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger damagedPort = new AtomicInteger(NONE);
  private volatile Mode mode = Mode.PASS;

  /** What becomes of what is sent. */
  enum Mode {
    PASS,
    /** Connections break, and new ones do too. */
    CUT,
    /** Connections stay, and nothing comes through. */
    SWALLOW,
    /** What callers send comes through; what the task sends does not. */
    ONE_WAY
  }

  /** Stands between callers and the ports of a task. */
  Proxy(int... ports) throws IOException {
    for (int port : ports) {
      ServerSocket listener = new ServerSocket(port, 64, InetAddress.getByName(HOST));
      listeners.add(listener);
      Thread.ofVirtual().name("proxy").start(() -> accept(listener));
    }
  }

  /** Connections that have lost something are broken off. */
  void set(Mode next) {
    boolean breaks = next == Mode.CUT || mode == Mode.SWALLOW || mode == Mode.ONE_WAY;
    mode = next;
    if (breaks) {
      sockets.forEach(Proxy::closeQuietly);
    }
  }

  /** Changes one bit of what the task sends next from this port. */
  void damageNext(int port) {
    damagedPort.set(port);
  }

  /** Whether something was sent since then. */
  boolean hasDamaged() {
    return damagedPort.get() == NONE;
  }

  private void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket caller = listener.accept();
        if (mode == Mode.CUT) {
          caller.close();
          continue;
        }
        sockets.add(caller);
        try {
          Socket callee = new Socket(TASK, listener.getLocalPort());
          sockets.add(callee);
          pump(caller, callee, true, NONE);
          pump(callee, caller, false, listener.getLocalPort());
          if (mode == Mode.CUT) { // since it was looked at, by a thread that did not see these two
            closeQuietly(caller);
            closeQuietly(callee);
          }
        } catch (IOException e) {
          caller.close(); // the task does not run
        }
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void pump(Socket from, Socket to, boolean isCaller, int sentFrom) {
    Thread.ofVirtual()
        .start(
            () -> {
              byte[] buffer = new byte[1 << 16];
              boolean isTorn = false;
              try (from;
                  to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                  if (sentFrom != NONE && damagedPort.compareAndSet(sentFrom, NONE)) {
                    buffer[count / 2] ^= 1;
                  }
                  if (!passes(isCaller)) {
                    isTorn = true;
                  } else if (isTorn) {
                    break; // what comes after a gap is never passed on
                  } else {
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

  private boolean passes(boolean isCaller) {
    return switch (mode) {
      case PASS -> true;
      case ONE_WAY -> isCaller;
      case CUT, SWALLOW -> false;
    };
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
    for (ServerSocket listener : listeners) {
      listener.close();
    }
    sockets.forEach(Proxy::closeQuietly);
  }
}

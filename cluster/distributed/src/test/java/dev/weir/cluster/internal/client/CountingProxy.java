package dev.weir.cluster.internal.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to another port of this machine, and counts the bytes that come back. */
final class CountingProxy implements AutoCloseable {
  private final ServerSocket entrance;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();
  private volatile int target;

  CountingProxy() {
    this("127.0.0.1", 0);
  }

  /** At an address of this machine, port 0 for one that is free. */
  CountingProxy(String host, int port) {
    try {
      entrance = new ServerSocket(port, 50, InetAddress.getByName(host));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  String address() {
    return entrance.getInetAddress().getHostAddress() + ":" + entrance.getLocalPort();
  }

  /** From now on connections are taken, and lead to {@code port}. */
  void leadTo(int port) {
    target = port;
    Thread.ofVirtual().start(this::accept);
  }

  /** The bytes that came from the target so far. */
  long bytes() {
    return bytes.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket in = entrance.accept();
        Socket out = new Socket("127.0.0.1", target);
        open.add(in);
        open.add(out);
        Thread.ofVirtual().start(() -> pass(in, out, new AtomicLong()));
        Thread.ofVirtual().start(() -> pass(out, in, bytes));
      }
    } catch (IOException e) {
      close(); // it was closed, or the target is gone
    }
  }

  private static void pass(Socket from, Socket to, AtomicLong count) {
    byte[] chunk = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        count.addAndGet(n);
        out.write(chunk, 0, n);
      }
    } catch (IOException e) {
      // one end has closed: the other is closed with the streams
    }
  }

  @Override
  public void close() {
    try {
      entrance.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

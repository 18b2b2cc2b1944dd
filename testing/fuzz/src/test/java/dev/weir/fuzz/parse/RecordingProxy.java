package dev.weir.fuzz.parse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Forwards connections to a port of this machine and keeps what clients send. It listens on another
 * address of the loopback under the same port number, so that a client finds it where the task says
 * that it listens.
 */
final class RecordingProxy implements AutoCloseable {
  private static final String HOST = "127.0.0.2";

  private final int port;
  private final String targetHost;
  private final ServerSocket listener;
  private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());
  private final ByteArrayOutputStream greeting = new ByteArrayOutputStream();
  private final List<byte[]> rest = new ArrayList<>();
  private boolean answered;

  RecordingProxy(int port, String targetHost) throws IOException {
    this.port = port;
    this.targetHost = targetHost;
    this.listener = new ServerSocket(port, 50, InetAddress.getByName(HOST));
    start(this::accept);
  }

  /** Not a virtual thread: what Jazzer does in one, such as ending it, leaves no trace. */
  private static void start(Runnable work) {
    Thread.ofPlatform().daemon().name("recording-proxy").start(work);
  }

  String address() {
    return HOST + ":" + port;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(targetHost, port);
        sockets.add(client);
        sockets.add(server);
        start(() -> copy(client, server, true));
        start(() -> copy(server, client, false));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void copy(Socket from, Socket to, boolean isClient) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        keep(buffer, count, isClient);
        out.write(buffer, 0, count);
      }
    } catch (IOException e) {
      answered |= !isClient;
    }
  }

  private synchronized void keep(byte[] buffer, int count, boolean isClient) {
    if (!isClient) {
      answered = true;
    } else if (answered) {
      rest.add(java.util.Arrays.copyOf(buffer, count));
    } else {
      greeting.write(buffer, 0, count);
    }
  }

  synchronized StreamTarget.Recording recording() {
    return new StreamTarget.Recording(greeting.toByteArray(), List.copyOf(rest));
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}

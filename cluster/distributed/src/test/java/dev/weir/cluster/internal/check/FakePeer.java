package dev.weir.cluster.internal.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that listens on a free port of this machine until closed. */
final class FakePeer implements AutoCloseable {
  private static final Logger logger = LoggerFactory.getLogger(FakePeer.class);

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private FakePeer(ServerSocket server) {
    this.server = server;
  }

  /** What is done with a connection before it is closed. */
  interface Manners {
    void serve(Socket socket) throws IOException;
  }

  static FakePeer start(Manners manners) throws IOException {
    return start(new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1")), manners);
  }

  /** One who says the same to everybody, over TLS. */
  static FakePeer startTls(SSLContext keys) throws IOException {
    byte[] words = "hello over TLS\n".getBytes(StandardCharsets.US_ASCII);
    return start(
        keys.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getByName("127.0.0.1")),
        socket -> socket.getOutputStream().write(words));
  }

  private static FakePeer start(ServerSocket server, Manners manners) {
    FakePeer peer = new FakePeer(server);
    Thread.ofVirtual().start(() -> peer.accept(manners));
    return peer;
  }

  private void accept(Manners manners) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket, manners));
      } catch (IOException e) {
        logger.debug("no longer accepting: {}", e.getMessage());
      }
    }
  }

  private void serve(Socket socket, Manners manners) {
    try (socket) {
      manners.serve(socket);
    } catch (IOException e) {
      logger.debug("a connection failed: {}", e.getMessage());
    } finally {
      open.remove(socket);
    }
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  Socket connect() throws IOException {
    return new Socket(server.getInetAddress(), server.getLocalPort());
  }

  static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      logger.debug("a connection failed: {}", e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}

package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A piece of network before a port, for one connection, that changes one byte of what passes. */
final class DamagingRelay implements AutoCloseable {
  private static final long NONE = Long.MAX_VALUE;

  /**
   * Which byte is changed.
   *
   * @param fromServer whether it is one of those that the server sends
   * @param position how many bytes go before it in the same direction
   * @param mask which bits of it
   */
  record Damage(boolean fromServer, long position, int mask) {
    static Damage ofAnswers(long position) {
      return new Damage(true, position, 0x10);
    }

    static Damage ofRequests(long position) {
      return new Damage(false, position, 0x10);
    }

    private long position(boolean isFromServer) {
      return fromServer == isFromServer ? position : NONE;
    }
  }

  private final ServerSocketChannel listening;
  private final SocketAddress server;
  private final Damage damage;

  /** Passes on what comes to {@link #port} to another port of this machine. */
  DamagingRelay(int port, Damage damage) throws IOException {
    this(
        ServerSocketChannel.open().bind(new InetSocketAddress("localhost", 0)),
        new InetSocketAddress("localhost", port),
        damage);
  }

  /** Passes on what comes to a socket that listens. */
  DamagingRelay(ServerSocketChannel listening, SocketAddress server, Damage damage) {
    this.listening = listening;
    this.server = server;
    this.damage = damage;
    Thread.ofPlatform().daemon().start(this::relay);
  }

  int port() {
    return listening.socket().getLocalPort();
  }

  private void relay() {
    try (SocketChannel caller = listening.accept();
        SocketChannel server = SocketChannel.open(this.server)) {
      Thread forth = Thread.ofPlatform().daemon().start(() -> copy(caller, server, false));
      copy(server, caller, true);
      forth.join();
    } catch (IOException | InterruptedException e) {
      assertThat(e).isNotNull(); // the test is over
    }
  }

  private void copy(SocketChannel from, SocketChannel to, boolean isFromServer) {
    long damaged = damage.position(isFromServer);
    try (from;
        to) {
      ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
      long position = 0;
      while (from.read(bytes.clear()) >= 0) {
        bytes.flip();
        if (damaged >= position && damaged < position + bytes.limit()) {
          int at = (int) (damaged - position);
          bytes.put(at, (byte) (bytes.get(at) ^ damage.mask()));
        }
        position += bytes.limit();
        while (bytes.hasRemaining()) {
          to.write(bytes);
        }
      }
    } catch (IOException e) {
      assertThat(e).isNotNull(); // one end has closed the connection
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}

package dev.weir.cluster.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

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

  private final ServerSocket listening;
  private final int port;
  private final Damage damage;

  /** Passes on what comes to {@link #port} to another port of this machine. */
  DamagingRelay(int port, Damage damage) throws IOException {
    this.listening = new ServerSocket(0, 5, InetAddress.getByName("localhost"));
    this.port = port;
    this.damage = damage;
    Thread.ofPlatform().daemon().start(this::relay);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void relay() {
    try (Socket caller = listening.accept();
        Socket server = new Socket(InetAddress.getByName("localhost"), port)) {
      caller.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Thread forth = Thread.ofPlatform().daemon().start(() -> copy(caller, server, false));
      copy(server, caller, true);
      forth.join();
    } catch (IOException | InterruptedException e) {
      assertThat(e).isNotNull(); // the test is over
    }
  }

  private void copy(Socket from, Socket to, boolean isFromServer) {
    long damaged = damage.position(isFromServer);
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[1 << 16];
      long position = 0;
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (damaged >= position && damaged < position + count) {
          bytes[(int) (damaged - position)] ^= (byte) damage.mask();
        }
        position += count;
        out.write(bytes, 0, count);
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

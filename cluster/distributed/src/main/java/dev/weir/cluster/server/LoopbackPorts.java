package dev.weir.cluster.server;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports of this machine for servers that other processes start a little later. Until then
 *
 * <ul>
 *   <li>no connection gets one: they are below the ephemeral ports, which the operating system
 *       assigns to clients and to servers that ask for any port;
 *   <li>no other launcher gets one: this holds the UDP port of the same number until it is closed,
 *       and a launcher that cannot have that takes another.
 * </ul>
 *
 * Only a program that is configured with such a port can take it first; then the server fails and
 * says so. Thread-safe.
 */
public final class LoopbackPorts implements AutoCloseable {
  /** The address whose ports they are. */
  public static final String HOST = "127.0.0.1";

  private static final int LOWEST = 10_000;

  /** Where ephemeral ports begin, unless the machine says something else. */
  private static final int USUAL_LIMIT = 32_768;

  private static final int HIGHEST = 65_535;

  /** A machine that gives almost all ports to clients has too few that are safe. */
  private static final int ENOUGH = 1_000;

  private static final int MOST_TRIES = 10_000;
  private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private static final LoopbackPorts OF_PROCESS = new LoopbackPorts();

  private final List<DatagramChannel> held = new ArrayList<>();

  /** Ports that this process holds until it ends. */
  public static LoopbackPorts ofProcess() {
    return OF_PROCESS;
  }

  /** A port that is free on all addresses, and that no other launcher gets. */
  public int next() {
    try {
      int limit = limit();
      for (int i = 0; i < MOST_TRIES; i++) {
        int port = ThreadLocalRandom.current().nextInt(LOWEST, limit);
        if (take(port)) {
          return port;
        }
      }
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "no port from " + LOWEST + " to " + (limit - 1) + " is free");
    } catch (IOException e) {
      throw WeirException.ofIo("looking for a free port on " + HOST, e);
    }
  }

  /** Takes a port, if it is free. */
  synchronized boolean take(int port) throws IOException {
    DatagramChannel hold = DatagramChannel.open();
    boolean isTaken = false;
    try {
      hold.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
      isTaken = isFree(port);
    } catch (IOException e) {
      return false; // another process holds it
    } finally {
      if (isTaken) {
        held.add(hold);
      } else {
        hold.close();
      }
    }
    return isTaken;
  }

  /** A socket for all addresses is refused if there is one for any of them. */
  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static int limit() throws IOException {
    int first = USUAL_LIMIT;
    if (Files.isReadable(EPHEMERAL)) {
      first = Integer.parseInt(ephemeral().strip().split("\\s+")[0]);
    }
    return first - LOWEST < ENOUGH ? HIGHEST + 1 : first;
  }

  /** Such a file gives all it has to the first read, and nothing to a second one. */
  private static String ephemeral() throws IOException {
    try (InputStream in = Files.newInputStream(EPHEMERAL)) {
      byte[] read = new byte[64];
      return new String(read, 0, in.read(read), StandardCharsets.US_ASCII);
    }
  }

  /** Gives all ports back. */
  @Override
  public synchronized void close() {
    for (DatagramChannel hold : held) {
      try {
        hold.close();
      } catch (IOException e) {
        throw WeirException.ofIo("giving a port back", e);
      }
    }
    held.clear();
  }
}

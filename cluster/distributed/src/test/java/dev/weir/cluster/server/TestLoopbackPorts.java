package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class TestLoopbackPorts {
  private final LoopbackPorts ports = new LoopbackPorts();

  @AfterEach
  void close() {
    ports.close();
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByName(LoopbackPorts.HOST);
  }

  @Test
  void noneIsGivenTwice() {
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      assertThat(given.add(ports.next())).isTrue();
    }
  }

  @Test
  void aServerCanListenThere() throws IOException {
    try (ServerSocket server = new ServerSocket(ports.next(), 1, loopback())) {
      assertThat(server.isBound()).isTrue();
    }
  }

  /** What another launcher holds is held by the operating system, whichever process it is. */
  @Test
  void whatALauncherHoldsNoOtherGetsBeforeAServerListensThere() throws IOException {
    int port = ports.next();
    try (LoopbackPorts others = new LoopbackPorts()) {
      assertThat(others.take(port)).isFalse();
      ports.close();
      assertThat(others.take(port)).as("given back").isTrue();
    }
    try (DatagramSocket other = new DatagramSocket(new InetSocketAddress(loopback(), 0))) {
      assertThat(ports.take(other.getLocalPort())).isFalse();
    }
  }

  @Test
  void aPortInUseIsNotReserved() throws IOException {
    int port;
    try (ServerSocket server = new ServerSocket(0, 1, loopback())) {
      port = server.getLocalPort();
      assertThat(ports.take(port)).isFalse();
    }
    try (DatagramSocket nobodys = new DatagramSocket(new InetSocketAddress(loopback(), port))) {
      assertThat(nobodys.isBound()).as("a port that was not given is not held").isTrue();
    }
  }

  /** The port of a client is one that the operating system has chosen. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void noClientGetsOne() throws IOException {
    int lowest = Integer.MAX_VALUE;
    try (ServerSocket server = new ServerSocket(0, 50, loopback())) {
      for (int i = 0; i < 50; i++) {
        try (Socket client = new Socket(loopback(), server.getLocalPort());
            Socket accepted = server.accept()) {
          lowest = Math.min(lowest, client.getLocalPort());
          assertThat(accepted.isConnected()).isTrue();
        }
      }
    }
    for (int i = 0; i < 50; i++) {
      assertThat(ports.next()).isLessThan(lowest);
    }
  }
}

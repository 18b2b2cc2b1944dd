package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class TestPorts {
  @Test
  void noneIsGivenTwice() {
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      assertThat(ports.add(Ports.next())).isTrue();
    }
  }

  /** The port of a client is one that the operating system has chosen. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void noClientGetsOne() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Set<Integer> ofClients = new HashSet<>();
    try (ServerSocket server = new ServerSocket(0, 50, loopback)) {
      for (int i = 0; i < 50; i++) {
        try (Socket client = new Socket(loopback, server.getLocalPort());
            Socket accepted = server.accept()) {
          ofClients.add(client.getLocalPort());
          assertThat(accepted.isConnected()).isTrue();
        }
      }
    }
    int lowest = ofClients.stream().mapToInt(Integer::intValue).min().orElseThrow();
    int highest = ofClients.stream().mapToInt(Integer::intValue).max().orElseThrow();
    for (int i = 0; i < 50; i++) {
      int port = Ports.next();
      assertThat(port < lowest || port > highest).as("%d", port).isTrue();
    }
  }
}

package dev.weir.cluster.internal.check;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Probes a task with a socket: whether the host name resolves, the port is open, the TLS handshake
 * succeeds, and the server speaks HTTP/2, as gRPC does. It asks for nothing, so that a task does
 * not notice more than a connection.
 */
public final class SocketProbe implements TaskProbe {
  private final @Nullable SSLContext tls;

  private SocketProbe(@Nullable SSLContext tls) {
    this.tls = tls;
  }

  /** For clusters without TLS. */
  public static SocketProbe plain() {
    return new SocketProbe(null);
  }

  /** For clusters with TLS: uses the trust and the certificate of this context. */
  public static SocketProbe tls(SSLContext tls) {
    return new SocketProbe(tls);
  }

  @Override
  public Finding probe(TaskId task, String address, Duration limit) {
    RemainingTime countdown = new RemainingTime(limit);
    HostPort target = HostPort.parse(address);
    try {
      return probe(target, NameService.resolve(target.host(), countdown), countdown);
    } catch (NameService.UnresolvedException e) {
      return Finding.of(Health.UNRESOLVED, String.valueOf(e.getMessage()));
    }
  }

  /** Tries all addresses of a name, as gRPC does, until one accepts the connection. */
  private Finding probe(HostPort target, List<InetAddress> hosts, RemainingTime countdown) {
    Finding finding = Finding.of(Health.UNRESOLVED, target.host() + " has no IP address");
    for (int i = 0; i < hosts.size(); i++) {
      int share = Math.max(1, countdown.millisLeft() / (hosts.size() - i));
      finding = probe(target, hosts.get(i), share, countdown);
      if (finding.health() != Health.REFUSED && finding.health() != Health.UNREACHABLE) {
        return finding;
      }
    }
    return finding;
  }

  private Finding probe(HostPort target, InetAddress host, int share, RemainingTime countdown) {
    HostPort number = new HostPort(host.getHostAddress(), target.port());
    InetSocketAddress where = new InetSocketAddress(host, target.port());
    try (Socket socket = new Socket()) {
      socket.connect(where, share);
      return greet(socket, target, where, countdown);
    } catch (SocketTimeoutException e) {
      return Finding.of(
          Health.UNREACHABLE,
          number
              + ": no response within "
              + share
              + " ms (is the machine up, is a firewall in between?)");
    } catch (ConnectException e) {
      return Finding.of(
          Health.REFUSED, "connection refused at " + number + " (is the task running?)");
    } catch (IOException e) {
      return Finding.of(Health.UNREACHABLE, number + ": " + e.getMessage());
    }
  }

  /** Failures from here on are of a connection that was made. */
  private Finding greet(
      Socket socket, HostPort target, InetSocketAddress where, RemainingTime countdown) {
    try {
      socket.setSoTimeout(countdown.millisLeft());
      if (tls == null) {
        return greetPlainly(socket, where, countdown);
      }
      try (Socket secured = TlsProbe.secure(tls, socket, target)) {
        Http2Probe.Answer answer = Http2Probe.exchange(secured);
        return answer.kind() == Http2Probe.Kind.HTTP_2
            ? Finding.of(Health.REACHABLE, "speaks HTTP/2 over TLS")
            : answer.finding(countdown);
      }
    } catch (SSLException e) {
      return Finding.of(Health.HANDSHAKE, TlsProbe.explain(e));
    } catch (IOException e) {
      return Finding.of(Health.PROTOCOL, "the connection broke: " + e.getMessage());
    }
  }

  /** A server that closes the connection on the preface may require TLS. */
  private static Finding greetPlainly(
      Socket socket, InetSocketAddress where, RemainingTime countdown) throws IOException {
    Http2Probe.Answer answer = Http2Probe.exchange(socket);
    if (answer.kind() == Http2Probe.Kind.CLOSED && TlsProbe.speaksTls(where, countdown)) {
      answer = new Http2Probe.Answer(Http2Probe.Kind.TLS, "");
    }
    return answer.finding(countdown);
  }
}

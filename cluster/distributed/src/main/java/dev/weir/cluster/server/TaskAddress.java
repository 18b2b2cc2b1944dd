package dev.weir.cluster.server;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.check.NameService;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a task listens, and where others find it. The two differ behind a service name, a port
 * mapping or {@code 0.0.0.0}: a task binds an address of its machine, and is found at the one that
 * the cluster's description has for it, or that it registers.
 *
 * @param bind the address to listen on; if empty, the loopback address that the described host
 *     resolves to, or 127.0.0.1
 * @param port the port to listen on; {@link #PORT_OF_CLUSTER} for the described one, 0 for any that
 *     is free
 * @param advertised {@code host} or {@code host:port} that a task registers where tasks register
 *     themselves; if empty, the address it listens on
 */
public record TaskAddress(Optional<String> bind, int port, Optional<String> advertised) {
  /** The port is the one in the cluster's description. */
  public static final int PORT_OF_CLUSTER = -1;

  /** On the loopback, at the port of the description. */
  public static final TaskAddress LOOPBACK =
      new TaskAddress(Optional.empty(), PORT_OF_CLUSTER, Optional.empty());

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);
  private static final Duration RESOLVE_LIMIT = Duration.ofSeconds(3);

  /** What to listen on for a task that is described at an address, or at none. */
  InetAddress listenOn(TaskId task, Optional<String> described) {
    if (bind.isPresent()) {
      return local(bind.get());
    }
    if (described.isEmpty()) {
      return local("127.0.0.1");
    }
    HostPort address = HostPort.parse(described.get());
    List<InetAddress> resolved = resolved(address.reachable().host());
    Optional<InetAddress> loopback =
        resolved.stream()
            .filter(InetAddress::isLoopbackAddress)
            .min((a, b) -> Boolean.compare(b instanceof Inet4Address, a instanceof Inet4Address));
    if (address.isWildcard() || loopback.isEmpty()) {
      LOG.warn(
          "{} is described at {} and listens on {} only, where other machines cannot reach it;"
              + " --bind 0.0.0.0 listens on all interfaces",
          task,
          address,
          loopback.orElseGet(() -> local("127.0.0.1")).getHostAddress());
    }
    return loopback.orElseGet(() -> local("127.0.0.1"));
  }

  /** Whether a task listens where only processes of its own machine reach it. */
  boolean isLoopback() {
    return bind.isEmpty() || local(bind.get()).isLoopbackAddress();
  }

  /** The port to listen on; 0 for any that is free. */
  int listeningPort(Optional<String> described) {
    return port != PORT_OF_CLUSTER
        ? port
        : described.map(address -> HostPort.parse(address).port()).orElse(0);
  }

  /** Where others find a task that is described at an address, or at none, and listens here. */
  HostPort found(TaskId task, Optional<String> described, InetAddress bound, int boundPort) {
    if (described.isPresent()) {
      HostPort address = HostPort.parse(described.get());
      advertised.ifPresent(other -> checkSame(task, address, other));
      return address;
    }
    if (advertised.isPresent()) {
      return advertised(advertised.get(), boundPort);
    }
    if (bound.isAnyLocalAddress()) {
      throw WeirException.invalidArgument(
          "%s listens on all interfaces (%s), which is not an address that others can connect to;"
              + " give --advertise HOST or HOST:PORT, the name under which other machines reach it",
          task, bound.getHostAddress());
    }
    return new HostPort(bound.getHostAddress(), boundPort);
  }

  /** Whether an address is one of this machine, and the one that is listened on. */
  static boolean isListening(HostPort address, InetAddress bound, int boundPort) {
    if (address.port() != boundPort) {
      return false;
    }
    List<InetAddress> resolved = resolved(address.reachable().host());
    return !resolved.isEmpty() && resolved.stream().allMatch(each -> isBound(each, bound));
  }

  private static boolean isBound(InetAddress address, InetAddress bound) {
    if (!bound.isAnyLocalAddress()) {
      return address.equals(bound);
    }
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      LOG.debug("the interfaces of this machine are not known", e);
      return false;
    }
  }

  private static void checkSame(TaskId task, HostPort described, String advertised) {
    if (!advertised(advertised, described.port()).equals(described)) {
      throw WeirException.invalidArgument(
          "%s is described at %s, where others look for it, and cannot advertise %s; change the"
              + " description, or leave --advertise out",
          task, described, advertised);
    }
  }

  private static HostPort advertised(String text, int port) {
    boolean hasPort = text.matches("[^:]*:[0-9]+|\\[.*]:[0-9]+");
    HostPort address =
        hasPort
            ? HostPort.parse(text)
            : new HostPort(text.startsWith("[") ? text.replaceAll("[\\[\\]]", "") : text, port);
    if (address.isWildcard()) {
      throw WeirException.invalidArgument(
          "--advertise %s is not an address that others can connect to; give the name or number"
              + " under which other machines reach this one",
          text);
    }
    return address;
  }

  private static List<InetAddress> resolved(String host) {
    try {
      return NameService.resolve(host, RESOLVE_LIMIT);
    } catch (NameService.UnresolvedException e) {
      LOG.debug("{} is not known on this machine", host, e);
      return List.of();
    }
  }

  private static InetAddress local(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "this machine has no address "
              + host
              + " to listen on; 127.0.0.1 and 0.0.0.0 always work",
          e);
    }
  }
}

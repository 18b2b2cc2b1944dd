package dev.weir.cluster;

import dev.weir.error.WeirException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a task listens: a host's name or number, and a port. IPv6 addresses have brackets in the
 * text and without them in {@link #host}. Hosts are in lower case, so that equal addresses are
 * equal.
 */
public record HostPort(String host, int port) {
  private static final int HIGHEST_PORT = 65_535;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,253})");
  private static final Pattern NUMBER_6 =
      Pattern.compile("(?=.*:)[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9._-]{1,32})?");

  private static final Pattern WILDCARD_6 = Pattern.compile("[0:]+");

  /** Refuses what cannot be an address. */
  public HostPort {
    String whole = host + ":" + port;
    if (!NAME.matcher(host).matches() && !NUMBER_6.matcher(host).matches()) {
      throw refused(whole, "\"" + host + "\" is not a host name");
    }
    if (port < 1 || port > HIGHEST_PORT) {
      throw refused(whole, "port " + port + " is not within 1 and " + HIGHEST_PORT);
    }
    host = host.toLowerCase(Locale.ROOT);
  }

  /** Reads {@code host:port}, {@code 10.0.0.1:port} or {@code [::1]:port}. */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 || text.endsWith("]") ? text : text.substring(0, colon);
    if (text.contains("://")) {
      throw refused(text, "omit the part before the host");
    }
    if (host.length() == text.length()) {
      throw refused(text, "the port is missing");
    }
    String port = text.substring(colon + 1);
    if (!port.matches("[0-9]{1,9}")) {
      throw refused(text, port.isEmpty() ? "the port is missing" : "the port is not a number");
    }
    return new HostPort(withoutBrackets(host, text), Integer.parseInt(port));
  }

  private static String withoutBrackets(String host, String whole) {
    if (host.startsWith("[") && host.endsWith("]")) {
      String inside = host.substring(1, host.length() - 1);
      if (!NUMBER_6.matcher(inside).matches()) {
        throw refused(whole, "\"" + inside + "\" is not an IPv6 address");
      }
      return inside;
    }
    if (host.contains(":")) {
      throw refused(whole, "an IPv6 address needs brackets");
    }
    return host;
  }

  /** Whether the host means all interfaces of a machine: {@code 0.0.0.0} or {@code ::}. */
  public boolean isWildcard() {
    return host.equals("0.0.0.0") || (host.contains(":") && WILDCARD_6.matcher(host).matches());
  }

  /**
   * The address to connect to. That of all interfaces, which descriptions of clusters on one
   * machine may have, becomes the loopback address of the same family.
   */
  public HostPort reachable() {
    if (!isWildcard()) {
      return this;
    }
    return new HostPort(host.contains(":") ? "::1" : "127.0.0.1", port);
  }

  private static WeirException refused(String text, String reason) {
    return WeirException.invalidArgument(
        "\"%s\" is not an address: %s; addresses look like host:2222 or [::1]:2222", text, reason);
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}

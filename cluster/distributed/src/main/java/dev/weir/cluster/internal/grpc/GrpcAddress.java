package dev.weir.cluster.internal.grpc;

import dev.weir.error.WeirException;

/** Where a task listens. */
record GrpcAddress(String host, int port) {
  private static final int MAX_PORT = 65535;

  /** Reads {@code host:port}; the host may be an IPv6 address in brackets. */
  static GrpcAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0) {
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port >= 0 && port <= MAX_PORT) {
          return new GrpcAddress(text.substring(0, colon), port);
        }
      } catch (NumberFormatException e) {
        throw wrong(text);
      }
    }
    throw wrong(text);
  }

  private static WeirException wrong(String text) {
    return WeirException.invalidArgument(
        "\"%s\" is not an address: host:port is wanted, such as localhost:2222", text);
  }
}

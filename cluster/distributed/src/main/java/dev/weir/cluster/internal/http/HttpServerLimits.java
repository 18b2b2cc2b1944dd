package dev.weir.cluster.internal.http;

import java.util.Map;

/**
 * Bounds of the JDK's HTTP server. It takes them from system properties, once for a process, when
 * the first server is made; what the user has set stays.
 */
final class HttpServerLimits {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          // one that sends its request slower than this, or reads its answer so, is cut off
          "sun.net.httpserver.maxReqTime", "2",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.idleInterval", "10",
          "sun.net.httpserver.maxIdleConnections", "16",
          "sun.net.httpserver.maxReqHeaders", "64",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          // bodies are not read: so much is skipped before the connection is closed
          "sun.net.httpserver.drainAmount", "16384",
          "jdk.httpserver.maxConnections", "64");

  private HttpServerLimits() {}

  static void apply() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}

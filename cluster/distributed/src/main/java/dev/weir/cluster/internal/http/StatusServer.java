package dev.weir.cluster.internal.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.cluster.internal.http.HealthSource.Health;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers three questions over HTTP, for Kubernetes and Prometheus:
 *
 * <pre>
 * GET /healthz/live     200 or 503, and the reason in one line
 * GET /healthz/ready    200 or 503, and the reason in one line
 * GET /metrics          Prometheus' text format
 * </pre>
 *
 * <p>There are no secrets in the answers and nothing can be changed, so there is no password
 * either; who may ask is decided by the address it listens on.
 *
 * <p>Few threads, few connections, short requests: see {@link HttpServerLimits}.
 */
public final class StatusServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final int THREADS = 2;
  private static final int BACKLOG = 16;
  private static final int CLOSE_SECONDS = 1;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final ExecutorService executor;
  private final HealthSource health;
  private final ServerMetrics metrics;

  /** What is sent back. */
  private record Answer(int status, String type, String text) {}

  private StatusServer(
      HttpServer server, ExecutorService executor, HealthSource health, ServerMetrics metrics) {
    this.server = server;
    this.executor = executor;
    this.health = health;
    this.metrics = metrics;
  }

  /**
   * Starts to answer.
   *
   * @param address where to listen; port 0 for any that is free
   */
  public static StatusServer start(
      InetSocketAddress address, HealthSource health, ServerMetrics metrics) {
    HttpServerLimits.apply();
    HttpServer server;
    try {
      server = HttpServer.create(address, BACKLOG);
    } catch (IOException e) {
      throw new WeirException(
          ErrorCode.UNAVAILABLE,
          String.format(
              Locale.ROOT,
              "cannot answer HTTP on %s: %s; choose another port with --http-port",
              address,
              e.getMessage()),
          e);
    }
    ExecutorService executor =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("weir-http-", 0).factory());
    StatusServer status = new StatusServer(server, executor, health, metrics);
    server.setExecutor(executor);
    server.createContext("/", status::handle);
    server.start();
    return status;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Answer answer = answer(exchange);
      byte[] bytes = answer.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
        exchange.sendResponseHeaders(answer.status(), -1);
        return;
      }
      exchange.sendResponseHeaders(answer.status(), bytes.length);
      try (OutputStream body = exchange.getResponseBody()) {
        body.write(bytes);
      }
    }
  }

  private Answer answer(HttpExchange exchange) {
    if (!METHODS.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return new Answer(405, TEXT, "only GET and HEAD are answered\n");
    }
    String path = exchange.getRequestURI().getPath();
    try {
      return switch (path) {
        case "/healthz/live" -> of(health.liveness());
        case "/healthz/ready" -> of(health.readiness());
        case "/metrics" -> new Answer(200, PROMETHEUS, metrics.scrape());
        case null, default ->
            new Answer(404, TEXT, "there are /healthz/live, /healthz/ready and /metrics\n");
      };
    } catch (RuntimeException e) {
      LOG.error("{} could not be answered", path, e);
      return new Answer(500, TEXT, "failed: " + oneLine(String.valueOf(e.getMessage())) + "\n");
    }
  }

  private static Answer of(Health health) {
    return new Answer(health.isGood() ? 200 : 503, TEXT, oneLine(health.reason()) + "\n");
  }

  private static String oneLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** Stops listening at once; answers under way get a second. */
  @Override
  public void close() {
    server.stop(CLOSE_SECONDS);
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("an answer on {} did not end when it was told to", server.getAddress());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

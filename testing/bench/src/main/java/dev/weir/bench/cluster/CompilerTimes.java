package dev.weir.bench.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** How long the JIT compilers of tasks have worked, as the metrics of the tasks tell. */
final class CompilerTimes implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final String METRIC = "weir_jit_seconds_total{";

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST).build();
  private final List<HttpRequest> requests;

  /** Asks tasks that tell their metrics at these addresses. */
  CompilerTimes(List<URI> tasks) {
    requests =
        tasks.stream()
            .map(task -> HttpRequest.newBuilder(task.resolve("/metrics")).timeout(LONGEST).build())
            .toList();
  }

  /** All together. */
  long nanos() {
    double seconds = 0;
    for (HttpRequest request : requests) {
      seconds += seconds(metrics(request));
    }
    return (long) (seconds * 1e9);
  }

  private String metrics(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(request.uri() + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + request.uri() + " answers", e);
    }
  }

  private static double seconds(String metrics) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(METRIC))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + METRIC + " in\n" + metrics));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}

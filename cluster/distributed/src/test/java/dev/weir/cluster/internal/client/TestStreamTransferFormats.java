package dev.weir.cluster.internal.client;

import dev.weir.cluster.HostPort;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.StreamAddress;
import dev.weir.cluster.internal.stream.StreamOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Transfer formats over streams. A task says at which port it takes them, not at which address; so
 * the proxy has the same port at another address of the loopback, of which Linux alone has many.
 */
@EnabledOnOs(OS.LINUX)
final class TestStreamTransferFormats extends TestTransferFormats {
  private static final String ELSEWHERE = "127.0.0.2";
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Override
  List<CountingProxy> proxies(String ps) {
    CountingProxy grpc = new CountingProxy(ELSEWHERE, 0);
    grpc.leadTo(HostPort.parse(ps).port());
    int port = streamPort(ps);
    CountingProxy streams = new CountingProxy(ELSEWHERE, port);
    streams.leadTo(port);
    return List.of(grpc, streams);
  }

  private static int streamPort(String ps) {
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      return network
          .worker(ps)
          .status(LIMIT)
          .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
          .join()
          .stream()
          .flatMap(each -> StreamAddress.of(each.description()).stream())
          .findFirst()
          .orElseThrow()
          .port();
    }
  }

  @Override
  StreamOptions streams() {
    return StreamOptions.builder().local(false).build(); // what goes by the network is counted
  }
}

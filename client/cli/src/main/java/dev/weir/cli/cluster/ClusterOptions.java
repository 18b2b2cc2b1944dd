package dev.weir.cli.cluster;

import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TfConfig;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster is looked at, and how long. */
final class ClusterOptions {
  private static final int LONGEST = 3600;

  @Option(
      names = "--cluster",
      paramLabel = "SPEC",
      description = {
        "The cluster: ps=host:port;worker=host:port,host:port, or @FILE, or zk://host:port/path",
        "(default: WEIR_CLUSTER, or TF_CONFIG)."
      })
  @Nullable String cluster;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long tasks get to answer (default: ${DEFAULT-VALUE}).")
  int timeout = 5;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  Duration limit() {
    if (timeout < 1 || timeout > LONGEST) {
      throw WeirException.invalidArgument(
          "--timeout must be from 1 to %d seconds, got %d", LONGEST, timeout);
    }
    return Duration.ofSeconds(timeout);
  }

  Membership open(Map<String, String> environment) {
    return Memberships.open(description(environment), limit());
  }

  private String description(Map<String, String> environment) {
    String given = cluster == null ? environment.getOrDefault("WEIR_CLUSTER", "") : cluster;
    if (given.isBlank()) {
      given =
          TfConfig.of(environment)
              .map(TfConfig::cluster)
              .map(String::valueOf)
              .orElseThrow(
                  () ->
                      WeirException.invalidArgument(
                          "which cluster? Give --cluster, or set WEIR_CLUSTER or TF_CONFIG"));
    }
    return given.startsWith("@") ? given.substring(1) : given;
  }

  static GrpcNetwork network(Security security) {
    return new GrpcNetwork(GrpcOptions.builder().security(security).build());
  }
}

package dev.weir.cli.cluster;

import dev.weir.cluster.Membership;
import dev.weir.cluster.internal.check.ClusterCheck;
import dev.weir.cluster.internal.check.ClusterReport;
import dev.weir.cluster.internal.client.ClientSecurity;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcProbe;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.json.JsonWriter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code weir cluster doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Say what is wrong with each task of a cluster: its name, its connection, the handshake,",
      "the protocol, or that it is another task.",
      "The exit code is 0 if nothing is, 1 otherwise."
    },
    footer = {
      "",
      "Certificates and token are those of WEIR_TLS_CERT, WEIR_TLS_KEY, WEIR_TLS_CA and",
      "WEIR_TOKEN_FILE.",
      "",
      "Example: weir cluster doctor --cluster 'ps=localhost:2222;worker=localhost:2223'"
    })
final class DoctorCommand implements Callable<Integer> {
  @CommandLine.Spec CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

  @Mixin ClusterOptions options = new ClusterOptions();

  @Override
  public Integer call() {
    Security security = ClientSecurity.ofProcess();
    try (Membership membership = options.open(System.getenv());
        GrpcNetwork network = ClusterOptions.network(security)) {
      ClusterReport report =
          new ClusterCheck(GrpcProbe.afterSocket(network, security), options.limit())
              .check(membership);
      PrintWriter out = spec.commandLine().getOut();
      if (options.json) {
        out.println(JsonWriter.write(report.json()));
      } else {
        out.print(report.table());
      }
      return report.isGood() ? 0 : 1;
    }
  }
}

package dev.weir.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.cluster.server.TaskAddress;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class TestServerFlags {
  private static final Map<String, String> PLACE =
      Map.of("WEIR_JOB", "ps", "WEIR_TASK", "1", "WEIR_CLUSTER", "ps=a:1,b:2");

  @TempDir Path folder;

  @CommandLine.Command(name = "server")
  private static final class Holder {
    @CommandLine.Mixin ServerFlags flags = new ServerFlags();
  }

  private static ServerFlags flags(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.flags;
  }

  private static ServerOptions options(Map<String, String> environment, String... arguments) {
    Membership membership = new FixedMembership(ClusterSpec.parse("ps=a:1,b:2"));
    return flags(arguments).options(environment).membership(membership).build();
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "x");
  }

  @Test
  void environmentStandsForWhatIsNotGiven() {
    ServerFlags flags = flags();
    assertThat(flags.task(PLACE)).isEqualTo(new TaskId("ps", 1));
    assertThat(flags.cluster(PLACE)).isEqualTo("ps=a:1,b:2");
    assertThat(flags.bind()).isEmpty();
    assertThat(flags.httpPort()).isEmpty();
    assertThat(flags.drain()).isEqualTo(Duration.ofSeconds(10));
    ServerOptions options = options(PLACE);
    assertThat(options.address()).isEqualTo(TaskAddress.LOOPBACK);
    assertThat(options.grpc().security()).isEqualTo(Security.NONE);
    assertThat(options.timeouts()).isEqualTo(ClusterTimeouts.STANDARD);
    assertThat(flags("--job", "worker", "--task", "0").task(PLACE))
        .isEqualTo(new TaskId("worker", 0));
  }

  @Test
  void tfConfigIsTheLastToBeAsked() {
    String config =
        """
        {"cluster": {"worker": ["c:1", "c:2"]}, "task": {"type": "worker", "index": 1}}\
        """;
    Map<String, String> environment = Map.of("TF_CONFIG", config);
    assertThat(flags().task(environment)).isEqualTo(new TaskId("worker", 1));
    assertThat(flags().cluster(environment)).isEqualTo("worker=c:1,c:2");
    assertThat(flags().task(Map.of("TF_CONFIG", config, "WEIR_TASK", "0")))
        .isEqualTo(new TaskId("worker", 0));
  }

  @Test
  void allFlagsArrive() throws IOException {
    Path cert = file("cert");
    Path key = file("key");
    Path ca = file("ca");
    String[] arguments = {
      "--job=worker",
      "--task=2",
      "--cluster=@cluster.txt",
      "--bind=0.0.0.0",
      "--port=0",
      "--advertise=ps-0.ps:2222",
      "--http-port=8080",
      "--tls-cert=" + cert,
      "--tls-key=" + key,
      "--tls-ca=" + ca,
      "--token-file=" + cert,
      "--max-message-bytes=1000",
      "--allow-dir=" + folder,
      "--allow-dir=/",
      "--start-timeout-seconds=1",
      "--heartbeat-timeout-seconds=2",
      "--idle-timeout-seconds=3",
      "--drain-seconds=0"
    };
    ServerFlags flags = flags(arguments);
    assertThat(flags.cluster(Map.of())).isEqualTo("cluster.txt");
    assertThat(flags.httpPort()).isEqualTo(OptionalInt.of(8080));
    assertThat(flags.drain()).isZero();
    assertThat(flags.warning(Map.of())).isEmpty();
    ServerOptions options = options(Map.of(), arguments);
    assertThat(options.task()).isEqualTo(new TaskId("worker", 2));
    assertThat(options.address())
        .isEqualTo(new TaskAddress(Optional.of("0.0.0.0"), 0, Optional.of("ps-0.ps:2222")));
    assertThat(options.grpc().security().certificates())
        .isEqualTo(new Security.Certificates(cert, key, ca));
    assertThat(options.grpc().security().token()).isNotNull();
    assertThat(options.grpc().maxMessageBytes()).isEqualTo(1000);
    assertThat(options.streams().maxMessageBytes()).isEqualTo(1000);
    assertThat(options.allowedDirectories()).isEqualTo(List.of(folder, Path.of("/")));
    assertThat(options.timeouts())
        .isEqualTo(
            new ClusterTimeouts(
                Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3)));
  }

  @Test
  void streamsAreWhatTheFlagsSay() {
    assertThat(options(PLACE).streams()).isEqualTo(StreamOptions.DEFAULT);
    assertThat(options(PLACE, "--streams=any").streams()).isEqualTo(StreamOptions.DEFAULT);
    assertThat(options(PLACE, "--streams=tcp").streams().local()).isFalse();
    assertThat(options(PLACE, "--streams=off").streams()).isEqualTo(StreamOptions.OFF);
    assertThat(options(PLACE, "--no-checksums").streams())
        .isEqualTo(StreamOptions.builder().checksums(false).build());
    assertThat(options(PLACE, "--encrypt-local").streams())
        .isEqualTo(StreamOptions.builder().encryptsLocal(true).build());
    assertThat(options(PLACE, "--no-checksums", "--streams=2223").streams())
        .isEqualTo(StreamOptions.builder().checksums(false).port(2223).build());
  }

  @Test
  void messagesAreAsLargeAsTheMemoryForTensorsUnlessTold() {
    assertThat(options(PLACE).grpc()).isEqualTo(GrpcOptions.DEFAULT);
    long budget = Allocator.shared().usage().budget();
    assertThat((long) options(PLACE).grpc().maxMessageBytes())
        .isEqualTo(Math.min(budget, Integer.MAX_VALUE));
    assertThat(options(PLACE, "--max-message-bytes=" + Long.MAX_VALUE).grpc().maxMessageBytes())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void openServersAreWarnedOf() throws IOException {
    assertThat(flags().warning(PLACE)).isEmpty();
    assertThat(flags("--bind", "::1").warning(PLACE)).isEmpty();
    assertThat(flags("--bind", "0.0.0.0").warning(PLACE).orElseThrow())
        .startsWith(
            "WARNING: listening on 0.0.0.0 without TLS: anyone who can connect can run any");
    assertThat(
            flags("--bind", "0.0.0.0", "--token-file=" + file("token"))
                .warning(PLACE)
                .orElseThrow())
        .contains("anyone who reads the token off the network");
  }

  @Test
  void mistakesAreNamed() throws IOException {
    refused("--job is missing; give --job, --task and --cluster, or set", Map.of());
    assertThatThrownBy(() -> flags("--job=ps", "--task=0").cluster(Map.of()))
        .isInstanceOf(WeirException.class)
        .hasMessageStartingWith("--cluster is missing");
    refused("\"-1\" is not a task index", PLACE, "--task=-1");
    assertThatThrownBy(() -> flags("--http-port=70000").httpPort())
        .isInstanceOf(WeirException.class)
        .hasMessage("--http-port must be from 0 to 65535, got 70000");
    assertThatThrownBy(() -> flags("--drain-seconds=-1").drain())
        .isInstanceOf(WeirException.class)
        .hasMessage("--drain-seconds must be at least 0, got -1");
    refused("--port must be from 0 to 65535, got 70000", PLACE, "--port=70000");
    refused("--streams must be any, tcp, off or a port number", PLACE, "--streams=none");
    refused("--max-message-bytes must be at least 1, got 0", PLACE, "--max-message-bytes=0");
    refused(
        "--heartbeat-timeout-seconds must be at least 1, got 0",
        PLACE,
        "--heartbeat-timeout-seconds=0");
    refused("--allow-dir /no/such is not a folder", PLACE, "--allow-dir=/no/such");
    refused("--token-file /no/such is not a file", PLACE, "--token-file=/no/such");
    Path cert = file("cert");
    refused(
        "--tls-cert, --tls-key and --tls-ca go together; got " + cert + ", nothing and nothing",
        PLACE,
        "--tls-cert=" + cert);
  }

  private static void refused(
      String message, Map<String, String> environment, String... arguments) {
    assertThatThrownBy(() -> options(environment, arguments))
        .isInstanceOf(WeirException.class)
        .hasMessageStartingWith(message);
  }
}

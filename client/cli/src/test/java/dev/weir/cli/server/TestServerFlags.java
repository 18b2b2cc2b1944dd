package dev.weir.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.StreamOptions;
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
    @CommandLine.Mixin ServerOptionsMixin options = new ServerOptionsMixin();
  }

  private static ServerFlags flags(Map<String, String> environment, String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(arguments);
    return holder.options.flags(environment);
  }

  private Path file(String name) throws IOException {
    return Files.writeString(folder.resolve(name), "x");
  }

  @Test
  void environmentStandsForWhatIsNotGiven() {
    ServerFlags flags = flags(PLACE);
    assertThat(flags.task()).isEqualTo(new TaskId("ps", 1));
    assertThat(flags.cluster()).isEqualTo("ps=a:1,b:2");
    assertThat(flags.bind()).isEmpty();
    assertThat(flags.advertise()).isEmpty();
    assertThat(flags.httpPort()).isEmpty();
    assertThat(flags.tls()).isEmpty();
    assertThat(flags.drain()).isEqualTo(Duration.ofSeconds(10));
    assertThat(flags(PLACE, "--job", "worker", "--task", "0").task())
        .isEqualTo(new TaskId("worker", 0));
  }

  @Test
  void tfConfigIsTheLastToBeAsked() {
    String config =
        """
        {"cluster": {"worker": ["c:1", "c:2"]}, "task": {"type": "worker", "index": 1}}\
        """;
    ServerFlags flags = flags(Map.of("TF_CONFIG", config));
    assertThat(flags.task()).isEqualTo(new TaskId("worker", 1));
    assertThat(flags.cluster()).isEqualTo("worker=c:1,c:2");
    ServerFlags mixed = flags(Map.of("TF_CONFIG", config, "WEIR_TASK", "0"));
    assertThat(mixed.task()).isEqualTo(new TaskId("worker", 0));
  }

  @Test
  void allOptionsArrive() throws IOException {
    Path cert = file("cert");
    Path key = file("key");
    Path ca = file("ca");
    ServerFlags flags =
        flags(
            Map.of(),
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
            "--drain-seconds=0");
    assertThat(flags.cluster()).isEqualTo("cluster.txt");
    assertThat(flags.address())
        .isEqualTo(new TaskAddress(Optional.of("0.0.0.0"), 0, Optional.of("ps-0.ps:2222")));
    assertThat(flags.httpPort()).isEqualTo(OptionalInt.of(8080));
    assertThat(flags.tls()).contains(new ServerFlags.Tls(cert, key, ca));
    assertThat(flags.tokenFile()).contains(cert);
    assertThat(flags.grpcOptions().maxMessageBytes()).isEqualTo(1000);
    assertThat(flags.streamOptions().maxMessageBytes()).isEqualTo(1000);
    assertThat(flags.allowedFolders()).isEqualTo(List.of(folder, Path.of("/")));
    assertThat(flags.drain()).isZero();
    assertThat(flags.danger()).isEmpty();
  }

  @Test
  void streamsAreWhatTheOptionsSay() {
    assertThat(flags(PLACE).streamOptions()).isEqualTo(StreamOptions.DEFAULT);
    assertThat(flags(PLACE, "--streams=tcp").streamOptions().local()).isFalse();
    assertThat(flags(PLACE, "--streams=off").streamOptions()).isEqualTo(StreamOptions.OFF);
    assertThat(flags(PLACE, "--no-checksums").streamOptions())
        .isEqualTo(StreamOptions.DEFAULT.withoutChecksums());
    assertThat(flags(PLACE, "--encrypt-local").streamOptions())
        .isEqualTo(StreamOptions.DEFAULT.withEncryptedLocal());
    assertThat(flags(PLACE, "--no-checksums", "--streams=2223").streamOptions())
        .isEqualTo(StreamOptions.DEFAULT.withoutChecksums().withPort(2223));
  }

  @Test
  void messagesAreAsLargeAsTheMemoryForTensorsUnlessTold() {
    assertThat(flags(PLACE).grpcOptions()).isEqualTo(GrpcOptions.DEFAULT);
    long budget = Allocator.shared().usage().budget();
    assertThat((long) flags(PLACE).grpcOptions().maxMessageBytes())
        .isEqualTo(Math.min(budget, Integer.MAX_VALUE));
    assertThat(
            flags(PLACE, "--max-message-bytes=" + Long.MAX_VALUE).grpcOptions().maxMessageBytes())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void openServersAreWarnedOf() throws IOException {
    assertThat(flags(PLACE).danger()).isEmpty();
    assertThat(flags(PLACE, "--bind", "::1").danger()).isEmpty();
    assertThat(flags(PLACE, "--bind", "0.0.0.0").danger().orElseThrow())
        .startsWith("WARNING: it listens on 0.0.0.0 without TLS: whoever reaches it can run any");
    assertThat(
            flags(PLACE, "--bind", "0.0.0.0", "--token-file=" + file("token"))
                .danger()
                .orElseThrow())
        .contains("whoever overhears the token");
  }

  @Test
  void mistakesAreNamed() throws IOException {
    refused("--job is missing; give --job, --task and --cluster, or set", Map.of());
    refused("--cluster is missing", Map.of(), "--job=ps", "--task=0");
    refused("\"-1\" is no index of a task", PLACE, "--task=-1");
    refused("--http-port must be from 0 to 65535, got 70000", PLACE, "--http-port=70000");
    refused("--max-message-bytes must be at least 1, got 0", PLACE, "--max-message-bytes=0");
    refused("--drain-seconds must be 0 or more, got -1", PLACE, "--drain-seconds=-1");
    refused("--allow-dir /no/such is no folder", PLACE, "--allow-dir=/no/such");
    refused("--token-file /no/such is no file", PLACE, "--token-file=/no/such");
    Path cert = file("cert");
    refused(
        "--tls-cert, --tls-key and --tls-ca go together; got " + cert + ", nothing and nothing",
        PLACE,
        "--tls-cert=" + cert);
  }

  private static void refused(
      String message, Map<String, String> environment, String... arguments) {
    assertThatThrownBy(() -> flags(environment, arguments))
        .isInstanceOf(WeirException.class)
        .hasMessageStartingWith(message);
  }
}

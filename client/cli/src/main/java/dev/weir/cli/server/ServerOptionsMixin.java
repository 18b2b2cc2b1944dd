package dev.weir.cli.server;

import dev.weir.cli.server.ServerFlags.Tls;
import dev.weir.cluster.ClusterTimeouts;
import dev.weir.error.WeirException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code weir server}, and what stands for those that are not given. */
final class ServerOptionsMixin {
  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "The job this task belongs to (default: WEIR_JOB, or TF_CONFIG).")
  @Nullable String job;

  @Option(
      names = "--task",
      paramLabel = "N",
      description =
          "Which of the job's tasks this is, counted from 0 (default: WEIR_TASK, or TF_CONFIG).")
  @Nullable Integer task;

  @Option(
      names = "--cluster",
      paramLabel = "SPEC",
      description = {
        "The cluster: ps=host:port;worker=host:port,host:port, or @FILE, or zk://host:port/path",
        "(default: WEIR_CLUSTER, or TF_CONFIG)."
      })
  @Nullable String cluster;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = {
        "The address of this machine to listen on; 0.0.0.0 and :: are all of them",
        "(default: the loopback). Others find the task where the cluster names it."
      })
  @Nullable String bind;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on (default: the one the cluster names).")
  @Nullable Integer port;

  @Option(
      names = "--advertise",
      paramLabel = "HOST[:PORT]",
      description = {
        "Where other machines find this task, with zk://",
        "(default: the address and port it listens on)."
      })
  @Nullable String advertise;

  @Option(
      names = "--streams",
      paramLabel = "PORT|any|tcp|off",
      description = {
        "Where Weir's own tasks and clients exchange steps without gRPC",
        "(default: ${DEFAULT-VALUE} free port). Those on one machine take a socket in the folder",
        "for temporary files instead, unless it is tcp. With TLS the port is encrypted; at the",
        "socket file processes authenticate each other by their certificates."
      })
  String streams = "any";

  @Option(
      names = "--encrypt-local",
      description = {
        "With TLS, also encrypt what goes through the socket file, for example if containers that",
        "do not trust each other share the folder for temporary files and the user."
      })
  boolean encryptLocal;

  @Option(
      names = "--no-checksums",
      description = {
        "Send no CRC32C with what goes over streams; what is encrypted has none in any case.",
        "Give it to every task: each decides on what it sends itself."
      })
  boolean hasNoChecksums;

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = {
        "Tell health and metrics there: /healthz/live, /healthz/ready, /metrics",
        "(default: nowhere; 0 for any free port)."
      })
  @Nullable Integer httpPort;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "This server's certificate, PEM; with --tls-key and --tls-ca.")
  @Nullable Path tlsCertificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key, PEM.")
  @Nullable Path tlsKey;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Certificates of those who vouch for the others, PEM.")
  @Nullable Path tlsAuthorities;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "A file with the word that callers must know, read again when it changes; several lines",
        "are several words (default: WEIR_TOKEN_FILE)."
      })
  @Nullable Path tokenFile;

  @Option(
      names = "--max-message-bytes",
      paramLabel = "N",
      description = "Longer messages are refused (default: the memory for tensors).")
  @Nullable Long maxMessageBytes;

  @Option(
      names = "--allow-dir",
      paramLabel = "DIR",
      description = {
        "Graphs may read and write files in there, and nowhere else; may be given more than once",
        "(default: none; on the loopback with a token or certificates the working directory and",
        "that for temporary files)."
      })
  List<Path> allowedFolders = new ArrayList<>();

  @Option(
      names = "--wait-seconds",
      paramLabel = "N",
      description = {
        "How long a session waits for all tasks to be there when it starts",
        "(default: ${DEFAULT-VALUE})."
      })
  long waitSeconds = ClusterTimeouts.STANDARD.start().toSeconds();

  @Option(
      names = "--silence-seconds",
      paramLabel = "N",
      description = {
        "A task that says nothing for so long while a step waits for it is taken for lost",
        "(default: ${DEFAULT-VALUE})."
      })
  long silenceSeconds = ClusterTimeouts.STANDARD.silence().toSeconds();

  @Option(
      names = "--idle-seconds",
      paramLabel = "N",
      description = {
        "A session that nobody uses for so long is ended: its client is gone",
        "(default: ${DEFAULT-VALUE})."
      })
  long idleSeconds = ClusterTimeouts.STANDARD.idle().toSeconds();

  @Option(
      names = "--drain-seconds",
      paramLabel = "N",
      description = {
        "How long steps that run may go on when the server is told to end",
        "(default: ${DEFAULT-VALUE})."
      })
  long drainSeconds = 10;

  /** The options that were given, and for those that tell the place what the environment says. */
  ServerFlags flags(Map<String, String> environment) {
    Place place = new Place(environment);
    return new ServerFlags(
        place.task(job, task),
        place.cluster(cluster),
        Optional.ofNullable(bind),
        number(port),
        Optional.ofNullable(advertise),
        streams,
        encryptLocal,
        !hasNoChecksums,
        number(httpPort),
        tls(),
        Optional.ofNullable(tokenFile).or(() -> ofVariable(environment, "WEIR_TOKEN_FILE")),
        maxMessageBytes == null ? OptionalLong.empty() : OptionalLong.of(maxMessageBytes),
        allowedFolders,
        patience(),
        Duration.ofSeconds(drainSeconds));
  }

  private static Optional<Path> ofVariable(Map<String, String> environment, String variable) {
    String value = environment.getOrDefault(variable, "");
    return value.isBlank() ? Optional.empty() : Optional.of(Path.of(value));
  }

  private ClusterTimeouts patience() {
    if (waitSeconds < 1 || silenceSeconds < 1 || idleSeconds < 1) {
      throw WeirException.invalidArgument(
          "--wait-seconds, --silence-seconds and --idle-seconds must be at least 1; got %d, %d and"
              + " %d",
          waitSeconds, silenceSeconds, idleSeconds);
    }
    return new ClusterTimeouts(
        Duration.ofSeconds(waitSeconds),
        Duration.ofSeconds(silenceSeconds),
        Duration.ofSeconds(idleSeconds));
  }

  private static OptionalInt number(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  private Optional<Tls> tls() {
    if (tlsCertificate != null && tlsKey != null && tlsAuthorities != null) {
      return Optional.of(new Tls(tlsCertificate, tlsKey, tlsAuthorities));
    }
    if (Stream.of(
            Optional.ofNullable(tlsCertificate),
            Optional.ofNullable(tlsKey),
            Optional.ofNullable(tlsAuthorities))
        .anyMatch(Optional::isPresent)) {
      throw WeirException.invalidArgument(
          "--tls-cert, --tls-key and --tls-ca go together; got %s, %s and %s",
          shown(tlsCertificate), shown(tlsKey), shown(tlsAuthorities));
    }
    return Optional.empty();
  }

  private static String shown(@Nullable Path file) {
    return file == null ? "nothing" : file.toString();
  }
}

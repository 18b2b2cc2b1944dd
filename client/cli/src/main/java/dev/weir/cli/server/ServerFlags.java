package dev.weir.cli.server;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.WeirException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The flags of {@code weir server}. A flag that sets an option of the server is a method that adds
 * what it changes; all of them are applied, and checked, by {@link #options}. Flags that concern
 * the command itself are fields.
 */
final class ServerFlags {
  private static final int MAX_PORT = 65_535;

  private final List<Consumer<ServerOptions.Builder>> settings = new ArrayList<>();

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = "The job this task belongs to (default: WEIR_JOB, or TF_CONFIG).")
  @Nullable String job;

  @Option(
      names = "--task",
      paramLabel = "N",
      description = "The index of this task in its job, from 0 (default: WEIR_TASK, or TF_CONFIG).")
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
      names = "--http-port",
      paramLabel = "N",
      description = {
        "Serve health and metrics there: /healthz/live, /healthz/ready, /metrics",
        "(default: nowhere; 0 for any free port)."
      })
  @Nullable Integer httpPort;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "The certificate of this server, PEM; with --tls-key and --tls-ca.")
  @Nullable Path tlsCertificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key, PEM.")
  @Nullable Path tlsKey;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "The certificates of the authorities that sign for peers, PEM.")
  @Nullable Path tlsAuthorities;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "A file with the token that callers must present, reloaded when it changes; several lines",
        "are several tokens (default: WEIR_TOKEN_FILE)."
      })
  @Nullable Path tokenFile;

  @Option(
      names = "--drain-seconds",
      paramLabel = "N",
      description = {
        "How long running steps may continue when the server is told to shut down",
        "(default: ${DEFAULT-VALUE})."
      })
  long drainSeconds = 10;

  private @Nullable String bind;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      description = {
        "The address of this machine to listen on; 0.0.0.0 and :: are all of them",
        "(default: the loopback). Others find the task where the cluster names it."
      })
  void bind(String address) {
    bind = address;
    settings.add(options -> options.host(address));
  }

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on (default: the one the cluster names).")
  void port(int number) {
    settings.add(options -> options.port(checkedPort("--port", number)));
  }

  @Option(
      names = "--advertise",
      paramLabel = "HOST[:PORT]",
      description = {
        "Where other machines find this task, with zk://",
        "(default: the address and port it listens on)."
      })
  void advertise(String address) {
    settings.add(options -> options.advertise(address));
  }

  @Option(
      names = "--streams",
      paramLabel = "PORT|any|tcp|off",
      description = {
        "Where Weir's own tasks and clients exchange steps without gRPC (default: any free port).",
        "Processes on one machine use a socket file in the folder for temporary files instead,",
        "unless it is tcp. With TLS the port is encrypted; at the socket file processes",
        "authenticate each other by their certificates."
      })
  void streams(String where) {
    settings.add(
        options -> {
          switch (where) {
            case "any" -> options.streams().port(0);
            case "tcp" -> options.streams().local(false);
            case "off" -> options.streams().enabled(false);
            default -> options.streams().port(streamPort(where));
          }
        });
  }

  @Option(
      names = "--encrypt-local",
      description = {
        "With TLS, also encrypt what goes through the socket file, for example if containers that",
        "do not trust each other share the folder for temporary files and the user."
      })
  void encryptLocal(boolean isEncrypted) {
    settings.add(options -> options.streams().encryptsLocal(isEncrypted));
  }

  @Option(
      names = "--no-checksums",
      description = {
        "Send no CRC32C with frames of streams; encrypted frames have none in any case.",
        "Give it to every task: each decides on what it sends itself."
      })
  void noChecksums(boolean hasNone) {
    settings.add(options -> options.streams().checksums(!hasNone));
  }

  @Option(
      names = "--max-message-bytes",
      paramLabel = "N",
      description = "Refuse larger messages (default: the memory for tensors).")
  void maxMessageBytes(long bytes) {
    settings.add(options -> options.maxMessageBytes(checked("--max-message-bytes", bytes, 1)));
  }

  @Option(
      names = "--allow-dir",
      paramLabel = "DIR",
      description = {
        "Graphs may read and write files in there, and nowhere else; may be given more than once",
        "(default: none; on the loopback with a token or certificates the working directory and",
        "the folder for temporary files)."
      })
  void allowDirectories(List<Path> folders) {
    settings.add(
        options -> {
          for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
              throw WeirException.invalidArgument(
                  "--allow-dir %s is not a folder; create it first or name another", folder);
            }
          }
          options.allowedDirectories(folders);
        });
  }

  @Option(
      names = "--start-timeout-seconds",
      paramLabel = "N",
      description = "How long a session waits for all tasks to be up when it starts (default: 60).")
  void startTimeout(long seconds) {
    timeouts(timeouts -> timeouts.withStartTimeout(seconds("--start-timeout-seconds", seconds)));
  }

  @Option(
      names = "--heartbeat-timeout-seconds",
      paramLabel = "N",
      description = {
        "A task that does not respond for so long while a step waits for it counts as lost",
        "(default: 10)."
      })
  void heartbeatTimeout(long seconds) {
    timeouts(
        timeouts -> timeouts.withHeartbeatTimeout(seconds("--heartbeat-timeout-seconds", seconds)));
  }

  @Option(
      names = "--idle-timeout-seconds",
      paramLabel = "N",
      description = {
        "A session that is not used for so long is closed: its client is gone",
        "(default: 86400)."
      })
  void idleTimeout(long seconds) {
    timeouts(timeouts -> timeouts.withIdleTimeout(seconds("--idle-timeout-seconds", seconds)));
  }

  private void timeouts(UnaryOperator<ClusterTimeouts> change) {
    settings.add(options -> options.timeouts(change.apply(options.timeouts())));
  }

  /** The task, by the flags or else the environment. */
  TaskId task(Map<String, String> environment) {
    return new TaskIdentity(environment).task(job, task);
  }

  /** The cluster: as text, the name of a file, or where tasks register. */
  String cluster(Map<String, String> environment) {
    return new TaskIdentity(environment).cluster(cluster);
  }

  /** The options of the server, checked; only the cluster is missing. */
  ServerOptions.Builder options(Map<String, String> environment) {
    ServerOptions.Builder options =
        ServerOptions.builder(task(environment)).security(security(environment));
    settings.forEach(setting -> setting.accept(options));
    return options;
  }

  /** Where health and metrics are served; nowhere if empty. */
  OptionalInt httpPort() {
    return httpPort == null
        ? OptionalInt.empty()
        : OptionalInt.of(checkedPort("--http-port", httpPort));
  }

  /** How long running steps may continue when the server shuts down. */
  Duration drain() {
    return Duration.ofSeconds(checked("--drain-seconds", drainSeconds, 0));
  }

  /** The address to listen on; the loopback if empty. */
  Optional<String> bind() {
    return Optional.ofNullable(bind);
  }

  private Security security(Map<String, String> environment) {
    return new Security(certificates(), tokenFile(environment).map(Token::ofFile).orElse(null));
  }

  private Optional<Path> tokenFile(Map<String, String> environment) {
    String variable = environment.getOrDefault("WEIR_TOKEN_FILE", "");
    Optional<Path> file =
        Optional.ofNullable(tokenFile)
            .or(() -> variable.isBlank() ? Optional.empty() : Optional.of(Path.of(variable)));
    return file.map(named -> checkedFile("--token-file", named));
  }

  private Security.@Nullable Certificates certificates() {
    if (tlsCertificate != null && tlsKey != null && tlsAuthorities != null) {
      return new Security.Certificates(
          checkedFile("--tls-cert", tlsCertificate),
          checkedFile("--tls-key", tlsKey),
          checkedFile("--tls-ca", tlsAuthorities));
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
    return null;
  }

  private static String shown(@Nullable Path file) {
    return file == null ? "nothing" : file.toString();
  }

  /** A warning if anyone who reaches this server can use it; empty if not. */
  Optional<String> warning(Map<String, String> environment) {
    if (tlsCertificate != null || isLoopback()) {
      return Optional.empty();
    }
    String who =
        tokenFile(environment).isPresent()
            ? "anyone who reads the token off the network"
            : "anyone who can connect";
    return Optional.of(
        "WARNING: listening on "
            + bind
            + " without TLS: "
            + who
            + " can run any graph here and read its data."
            + " Give --tls-cert, --tls-key and --tls-ca, or --bind 127.0.0.1.");
  }

  private boolean isLoopback() {
    if (bind == null) {
      return true;
    }
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw WeirException.invalidArgument(
          "--bind %s: this machine has no such address; 127.0.0.1 and 0.0.0.0 always work", bind);
    }
  }

  private static int streamPort(String text) {
    if (!text.matches("[0-9]{1,5}")) {
      throw WeirException.invalidArgument(
          "--streams must be any, tcp, off or a port number, got \"%s\"", text);
    }
    return checkedPort("--streams", Integer.parseInt(text));
  }

  private static int checkedPort(String flag, int number) {
    if (number < 0 || number > MAX_PORT) {
      throw WeirException.invalidArgument(
          "%s must be from 0 to %d, got %d", flag, MAX_PORT, number);
    }
    return number;
  }

  private static long checked(String flag, long value, long least) {
    if (value < least) {
      throw WeirException.invalidArgument("%s must be at least %d, got %d", flag, least, value);
    }
    return value;
  }

  private static Duration seconds(String flag, long value) {
    return Duration.ofSeconds(checked(flag, value, 1));
  }

  private static Path checkedFile(String flag, Path file) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw WeirException.invalidArgument(
          "%s %s is not a file that this process can read", flag, file);
    }
    return file;
  }
}

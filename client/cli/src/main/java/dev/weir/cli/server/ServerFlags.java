package dev.weir.cli.server;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.server.TaskAddress;
import dev.weir.error.WeirException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a server is told when it is started, checked as far as that goes without starting it.
 *
 * @param cluster the cluster: as text, the name of a file, or where tasks register
 * @param bind the address to listen on; if empty the loopback
 * @param port the port to listen on, where it is not the one the cluster names
 * @param advertise {@code host} or {@code host:port} under which others find the task
 * @param streams {@code any}, {@code off}, or the port for streams
 * @param encryptLocal whether with TLS socket files are encrypted too
 * @param checksums whether what this task sends over streams has a checksum
 * @param httpPort where health and metrics are told; nowhere if empty
 * @param tokenFile has the word that callers must know
 * @param maxMessageBytes longer messages are refused; if empty, those beyond the memory for tensors
 * @param allowedFolders where graphs may read and write files
 * @param patience how long to wait for other tasks and for clients
 * @param drain how long running steps may go on when the server is to end
 */
record ServerFlags(
    TaskId task,
    String cluster,
    Optional<String> bind,
    OptionalInt port,
    Optional<String> advertise,
    String streams,
    boolean encryptLocal,
    boolean checksums,
    OptionalInt httpPort,
    Optional<Tls> tls,
    Optional<Path> tokenFile,
    OptionalLong maxMessageBytes,
    List<Path> allowedFolders,
    ClusterTimeouts patience,
    Duration drain) {
  private static final int HIGHEST_PORT = 65_535;

  /**
   * The files of mutual TLS, all PEM.
   *
   * @param authorities the certificates by which others are known
   */
  record Tls(Path certificate, Path key, Path authorities) {
    Tls {
      checkFile("--tls-cert", certificate);
      checkFile("--tls-key", key);
      checkFile("--tls-ca", authorities);
    }
  }

  ServerFlags {
    port.ifPresent(number -> checkPort("--port", number));
    if (!streams.matches("any|tcp|off|[0-9]{1,5}")) {
      throw WeirException.invalidArgument(
          "--streams must be any, tcp, off or the number of a port, got \"%s\"", streams);
    }
    httpPort.ifPresent(number -> checkPort("--http-port", number));
    tokenFile.ifPresent(file -> checkFile("--token-file", file));
    if (maxMessageBytes.isPresent() && maxMessageBytes.getAsLong() < 1) {
      throw WeirException.invalidArgument(
          "--max-message-bytes must be at least 1, got %d", maxMessageBytes.getAsLong());
    }
    if (drain.isNegative()) {
      throw WeirException.invalidArgument(
          "--drain-seconds must be 0 or more, got %d", drain.toSeconds());
    }
    for (Path folder : allowedFolders) {
      if (!Files.isDirectory(folder)) {
        throw WeirException.invalidArgument(
            "--allow-dir %s is no folder; make it first or name another", folder);
      }
    }
    allowedFolders = List.copyOf(allowedFolders);
  }

  private static void checkPort(String option, int number) {
    if (number < 0 || number > HIGHEST_PORT) {
      throw WeirException.invalidArgument(
          "%s must be from 0 to %d, got %d", option, HIGHEST_PORT, number);
    }
  }

  private static void checkFile(String option, Path file) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw WeirException.invalidArgument(
          "%s %s is no file that this process may read", option, file);
    }
  }

  /** Where it listens, and where others find it. */
  TaskAddress address() {
    return new TaskAddress(bind, port.orElse(TaskAddress.PORT_OF_CLUSTER), advertise);
  }

  /** How messages are carried by gRPC; not yet how callers are known. */
  GrpcOptions grpcOptions() {
    GrpcOptions usual = GrpcOptions.DEFAULT;
    return maxMessageBytes.isEmpty()
        ? usual
        : usual.withMaxMessageBytes((int) Math.min(Integer.MAX_VALUE, maxMessageBytes.getAsLong()));
  }

  /** How Weir's own tasks and clients reach this one besides gRPC. */
  StreamOptions streamOptions() {
    StreamOptions summed =
        checksums ? StreamOptions.DEFAULT : StreamOptions.DEFAULT.withoutChecksums();
    StreamOptions secured = encryptLocal ? summed.withEncryptedLocal() : summed;
    StreamOptions limited =
        secured.withMaxMessageBytes(maxMessageBytes.orElse(summed.maxMessageBytes()));
    return switch (streams) {
      case "off" -> StreamOptions.OFF;
      case "any" -> limited;
      case "tcp" -> limited.withoutLocal();
      default -> limited.withPort(Integer.parseInt(streams));
    };
  }

  /** Why this server is open to more than it should be; nothing if it is not. */
  Optional<String> danger() {
    if (tls.isPresent() || isLoopback()) {
      return Optional.empty();
    }
    String who = tokenFile.isPresent() ? "whoever overhears the token" : "whoever reaches it";
    return Optional.of(
        "WARNING: it listens on "
            + bind.get()
            + " without TLS: "
            + who
            + " can run any graph here and read what it holds."
            + " Give --tls-cert, --tls-key and --tls-ca, or --bind 127.0.0.1.");
  }

  private boolean isLoopback() {
    if (bind.isEmpty()) {
      return true;
    }
    try {
      return InetAddress.getByName(bind.get()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw WeirException.invalidArgument(
          "--bind %s: this machine knows no such address; 127.0.0.1 and 0.0.0.0 always work",
          bind.get());
    }
  }
}

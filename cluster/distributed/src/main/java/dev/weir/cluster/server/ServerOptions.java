package dev.weir.cluster.server;

import dev.weir.cluster.Membership;
import dev.weir.cluster.Patience;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.stream.StreamOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.FileAccess;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * How a task is started.
 *
 * @param task which task of the cluster it is
 * @param membership the cluster; it stays the caller's
 * @param host the address it listens on; the loopback unless told otherwise
 * @param port the port it listens on; {@link #PORT_OF_CLUSTER} for the one the cluster says
 * @param devices how many CPU devices it has
 * @param grpc how messages are carried
 * @param streams how those between Weir's own tasks are
 * @param place how long to wait for a place in the cluster
 * @param patience how long to wait for other tasks and for clients
 * @param allowedDirectories where graphs may read and write files; if there are none, a task on the
 *     loopback allows the working directory and that for temporary files, any other task no files
 * @param passesOff names of optimisation passes that it does not apply
 */
public record ServerOptions(
    TaskId task,
    Membership membership,
    String host,
    int port,
    int devices,
    GrpcOptions grpc,
    StreamOptions streams,
    Duration place,
    Patience patience,
    List<Path> allowedDirectories,
    Set<String> passesOff) {
  /** The port is the one in the cluster's description. */
  public static final int PORT_OF_CLUSTER = -1;

  /** Keeps copies of the directories and names. */
  public ServerOptions {
    allowedDirectories = List.copyOf(allowedDirectories);
    passesOff = Set.copyOf(passesOff);
  }

  /** A task of a cluster, on the loopback, with one device. */
  public static ServerOptions of(TaskId task, Membership membership) {
    return new ServerOptions(
        task,
        membership,
        "127.0.0.1",
        PORT_OF_CLUSTER,
        1,
        GrpcOptions.DEFAULT,
        StreamOptions.DEFAULT,
        Duration.ofSeconds(30),
        Patience.STANDARD,
        List.of(),
        Set.of());
  }

  /** The same on another address. */
  public ServerOptions withHost(String other) {
    return new ServerOptions(
        task,
        membership,
        other,
        port,
        devices,
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same on another port; 0 for one that is free. */
  public ServerOptions withPort(int other) {
    return new ServerOptions(
        task,
        membership,
        host,
        other,
        devices,
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same with several devices. */
  public ServerOptions withDevices(int count) {
    return new ServerOptions(
        task,
        membership,
        host,
        port,
        count,
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same with messages carried otherwise. */
  public ServerOptions withGrpc(GrpcOptions other) {
    return new ServerOptions(
        task,
        membership,
        host,
        port,
        devices,
        other,
        streams,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same with messages between Weir's own tasks carried otherwise. */
  public ServerOptions withStreams(StreamOptions other) {
    return new ServerOptions(
        task,
        membership,
        host,
        port,
        devices,
        grpc,
        other,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same with another patience. */
  public ServerOptions withPatience(Patience other) {
    return new ServerOptions(
        task,
        membership,
        host,
        port,
        devices,
        grpc,
        streams,
        place,
        other,
        allowedDirectories,
        passesOff);
  }

  /** The same with other directories for files. */
  public ServerOptions withAllowedDirectories(List<Path> others) {
    return new ServerOptions(
        task, membership, host, port, devices, grpc, streams, place, patience, others, passesOff);
  }

  /** The same without some passes. */
  public ServerOptions withoutPasses(Collection<String> names) {
    return new ServerOptions(
        task,
        membership,
        host,
        port,
        devices,
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        Set.copyOf(names));
  }

  /** What graphs may touch. */
  FileAccess files() {
    if (!allowedDirectories.isEmpty() || !isLoopback()) {
      return FileAccess.within(allowedDirectories);
    }
    return FileAccess.within(List.of(Path.of(""), Path.of(System.getProperty("java.io.tmpdir"))));
  }

  private boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT, "this machine has no address " + host + " to listen on", e);
    }
  }
}

package dev.weir.cluster.server;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.client.ClientSecurity;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.tensor.memory.Allocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a task is started.
 *
 * @param task which task of the cluster it is
 * @param membership the cluster; it stays the caller's
 * @param address where it listens, on the loopback unless told otherwise, and where it is found
 * @param devices how many CPU devices it has
 * @param memory where the tensors of its devices and of messages have their memory, whatever {@code
 *     grpc} and {@code streams} were made with; if empty, that of {@code grpc}
 * @param grpc how messages are carried
 * @param streams how those between Weir's own tasks are
 * @param place how long to wait for a place in the cluster
 * @param patience how long to wait for other tasks and for clients
 * @param allowedDirectories where graphs may read and write files; if there are none, a task on the
 *     loopback that has a token or certificates allows the working directory and that for temporary
 *     files, any other task no files
 * @param passesOff names of optimization passes that it does not apply
 */
public record ServerOptions(
    TaskId task,
    Membership membership,
    TaskAddress address,
    int devices,
    Optional<Allocator> memory,
    GrpcOptions grpc,
    StreamOptions streams,
    Duration place,
    ClusterTimeouts patience,
    List<Path> allowedDirectories,
    Set<String> passesOff) {
  /** Keeps copies of the directories and names, and has messages use the memory of the task. */
  public ServerOptions {
    if (memory.isPresent()) {
      grpc = using(memory.get(), grpc);
      streams = using(memory.get(), streams);
    }
    allowedDirectories = List.copyOf(allowedDirectories);
    passesOff = Set.copyOf(passesOff);
  }

  /**
   * A task of a cluster, on the loopback, with one device, and with the token and certificates that
   * this process is told of, see {@link ClientSecurity}.
   */
  public static ServerOptions of(TaskId task, Membership membership) {
    return new ServerOptions(
        task,
        membership,
        TaskAddress.LOOPBACK,
        1,
        Optional.empty(),
        GrpcOptions.DEFAULT.withSecurity(ClientSecurity.ofProcess()),
        StreamOptions.DEFAULT,
        Duration.ofSeconds(30),
        ClusterTimeouts.STANDARD,
        List.of(),
        Set.of());
  }

  /** Listens on another address: a name or number of this machine, or {@code 0.0.0.0}. */
  public ServerOptions withHost(String other) {
    return withAddress(new TaskAddress(Optional.of(other), address.port(), address.advertised()));
  }

  /** Listens on another port than the described one; 0 for one that is free. */
  public ServerOptions withPort(int other) {
    return withAddress(new TaskAddress(address.bind(), other, address.advertised()));
  }

  /** Listens, and is found, elsewhere. */
  public ServerOptions withAddress(TaskAddress other) {
    return new ServerOptions(
        task,
        membership,
        other,
        devices,
        memory,
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
        address,
        count,
        memory,
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
        address,
        devices,
        memory,
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
        address,
        devices,
        memory,
        grpc,
        other,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  /** The same with another patience. */
  public ServerOptions withPatience(ClusterTimeouts other) {
    return new ServerOptions(
        task,
        membership,
        address,
        devices,
        memory,
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
        task,
        membership,
        address,
        devices,
        memory,
        grpc,
        streams,
        place,
        patience,
        others,
        passesOff);
  }

  /** The same without some passes. */
  public ServerOptions withoutPasses(Collection<String> names) {
    return new ServerOptions(
        task,
        membership,
        address,
        devices,
        memory,
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        Set.copyOf(names));
  }

  /** Where the tensors of its devices and of messages have their memory. */
  public Allocator allocator() {
    return grpc.allocator();
  }

  /**
   * With tensors in other memory, however messages are carried; none may be larger than that
   * allows.
   */
  public ServerOptions withAllocator(Allocator other) {
    return new ServerOptions(
        task,
        membership,
        address,
        devices,
        Optional.of(other),
        grpc,
        streams,
        place,
        patience,
        allowedDirectories,
        passesOff);
  }

  private static GrpcOptions using(Allocator memory, GrpcOptions grpc) {
    return new GrpcOptions(
        (int) Math.min(budget(memory), grpc.maxMessageBytes()),
        grpc.windowBytes(),
        grpc.threads(),
        grpc.security(),
        grpc.limits(),
        memory);
  }

  private static StreamOptions using(Allocator memory, StreamOptions streams) {
    return new StreamOptions(
        streams.enabled(),
        streams.port(),
        streams.local(),
        streams.encryptsLocal(),
        Math.min(budget(memory), streams.maxMessageBytes()),
        streams.checksums(),
        streams.limits(),
        memory);
  }

  private static long budget(Allocator memory) {
    return Math.max(1, memory.usage().budget());
  }

  /** What graphs may touch. */
  FileAccess files() {
    return allowsUsualDirectories()
        ? FileAccess.within(List.of(Path.of(""), Path.of(System.getProperty("java.io.tmpdir"))))
        : FileAccess.within(allowedDirectories);
  }

  /** Whether graphs may touch no file. */
  boolean allowsNoFiles() {
    return allowedDirectories.isEmpty() && !allowsUsualDirectories();
  }

  private boolean allowsUsualDirectories() {
    Security security = grpc.security();
    boolean knowsCallers = security.token() != null || security.certificates() != null;
    return allowedDirectories.isEmpty() && knowsCallers && address.isLoopback();
  }
}

package dev.weir.cluster.server;

import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.client.ClientSecurity;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.tensor.memory.Allocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a task's server.
 *
 * {@snippet :
 * ServerOptions options =
 *     ServerOptions.builder(new TaskId("ps", 0), membership)
 *         .host("0.0.0.0")
 *         .allowedDirectories(List.of(Path.of("/data")))
 *         .build();
 * }
 *
 * @param task which task of the cluster it is
 * @param membership the cluster; stays the caller's to close
 * @param address where it listens, by default on the loopback, and where others find it
 * @param devices how many CPU devices it has
 * @param grpc how it speaks gRPC; its allocator holds all tensors of the task
 * @param streams how it exchanges steps with Weir's own tasks and clients
 * @param registerTimeout how long to wait for its place in the cluster
 * @param timeouts how long to wait for other tasks and for clients
 * @param allowedDirectories where graphs may read and write files; if there are none, a task on the
 *     loopback that has a token or certificates allows the working directory and the directory for
 *     temporary files, any other task no files
 * @param passesOff names of optimization passes that it does not apply
 */
public record ServerOptions(
    TaskId task,
    Membership membership,
    TaskAddress address,
    int devices,
    GrpcOptions grpc,
    StreamOptions streams,
    Duration registerTimeout,
    ClusterTimeouts timeouts,
    List<Path> allowedDirectories,
    Set<String> passesOff) {
  /** Copies the directories and names. */
  public ServerOptions {
    allowedDirectories = List.copyOf(allowedDirectories);
    passesOff = Set.copyOf(passesOff);
  }

  /** The defaults for a task of a cluster, see {@link Builder}. */
  public static ServerOptions of(TaskId task, Membership membership) {
    return builder(task, membership).build();
  }

  /** The defaults for a task of a cluster, to change some. */
  public static Builder builder(TaskId task, Membership membership) {
    return builder(task).membership(membership);
  }

  /** The defaults for a task whose {@linkplain Builder#membership cluster} is set later. */
  public static Builder builder(TaskId task) {
    return new Builder(task);
  }

  /** The memory of all tensors of the task. */
  public Allocator allocator() {
    return grpc.allocator();
  }

  /** Which files graphs may access. */
  FileAccess files() {
    return allowsUsualDirectories()
        ? FileAccess.within(List.of(Path.of(""), Path.of(System.getProperty("java.io.tmpdir"))))
        : FileAccess.within(allowedDirectories);
  }

  /** Whether graphs may access no file. */
  boolean allowsNoFiles() {
    return allowedDirectories.isEmpty() && !allowsUsualDirectories();
  }

  private boolean allowsUsualDirectories() {
    Security security = grpc.security();
    boolean authenticates = security.token() != null || security.certificates() != null;
    return allowedDirectories.isEmpty() && authenticates && address.isLoopback();
  }

  /**
   * Collects options. By default a task listens on the loopback, at the port that the cluster's
   * description has for it, has one device, and uses the token and certificates that this process
   * is configured with, see {@link ClientSecurity}.
   */
  public static final class Builder {
    private final TaskId task;
    private GrpcOptions.Builder grpc = GrpcOptions.builder().security(ClientSecurity.ofProcess());
    private StreamOptions.Builder streams = StreamOptions.builder();
    private @Nullable Allocator allocator;
    private @Nullable Membership membership;
    private TaskAddress address = TaskAddress.LOOPBACK;
    private int devices = 1;
    private Duration registerTimeout = Duration.ofSeconds(30);
    private ClusterTimeouts timeouts = ClusterTimeouts.STANDARD;
    private List<Path> allowedDirectories = List.of();
    private Set<String> passesOff = Set.of();

    private Builder(TaskId task) {
      this.task = task;
    }

    /** The cluster. Required. */
    public Builder membership(Membership cluster) {
      membership = cluster;
      return this;
    }

    /** Listens on this address: a name or number of this machine, or {@code 0.0.0.0}. */
    public Builder host(String bind) {
      return address(new TaskAddress(Optional.of(bind), address.port(), address.advertised()));
    }

    /** Listens on this port instead of the described one; 0 for any free port. */
    public Builder port(int number) {
      return address(new TaskAddress(address.bind(), number, address.advertised()));
    }

    /** Registers this {@code host} or {@code host:port}, where tasks register themselves. */
    public Builder advertise(String found) {
      return address(new TaskAddress(address.bind(), address.port(), Optional.of(found)));
    }

    public Builder address(TaskAddress where) {
      address = where;
      return this;
    }

    public Builder devices(int count) {
      devices = count;
      return this;
    }

    /**
     * Puts all tensors of the task into this memory, whatever memory {@code grpc} and {@code
     * streams} have. No message may be larger than its budget.
     */
    public Builder allocator(Allocator memory) {
      allocator = memory;
      return this;
    }

    /** Refuses larger messages; by default those larger than the memory for tensors. */
    public Builder maxMessageBytes(long bytes) {
      grpc.maxMessageBytes(bytes);
      streams.maxMessageBytes(bytes);
      return this;
    }

    /** Authenticates callers by these certificates and this token. */
    public Builder security(Security how) {
      grpc.security(how);
      return this;
    }

    /** Replaces all options of gRPC. */
    public Builder grpc(GrpcOptions all) {
      grpc = all.toBuilder();
      return this;
    }

    /** Replaces all options of streams. */
    public Builder streams(StreamOptions all) {
      streams = all.toBuilder();
      return this;
    }

    /** The options of gRPC, to change some. */
    public GrpcOptions.Builder grpc() {
      return grpc;
    }

    /** The options of streams, to change some. */
    public StreamOptions.Builder streams() {
      return streams;
    }

    public Builder registerTimeout(Duration timeout) {
      registerTimeout = timeout;
      return this;
    }

    public Builder timeouts(ClusterTimeouts all) {
      timeouts = all;
      return this;
    }

    public Builder allowedDirectories(List<Path> all) {
      allowedDirectories = all;
      return this;
    }

    public Builder withoutPasses(Collection<String> names) {
      passesOff = Set.copyOf(names);
      return this;
    }

    /** The timeouts so far. */
    public ClusterTimeouts timeouts() {
      return timeouts;
    }

    private GrpcOptions grpcOptions() {
      GrpcOptions all = grpc.build();
      return allocator == null
          ? all
          : all.toBuilder()
              .allocator(allocator)
              .maxMessageBytes(Math.min(budget(allocator), all.maxMessageBytes()))
              .build();
    }

    private StreamOptions streamOptions() {
      StreamOptions all = streams.build();
      return allocator == null
          ? all
          : all.toBuilder()
              .allocator(allocator)
              .maxMessageBytes(Math.min(budget(allocator), all.maxMessageBytes()))
              .build();
    }

    private static long budget(Allocator memory) {
      return Math.max(1, memory.usage().budget());
    }

    public ServerOptions build() {
      Membership cluster = membership;
      if (cluster == null) {
        throw WeirException.invalidArgument("%s needs a cluster to be a task of", task);
      }
      return new ServerOptions(
          task,
          cluster,
          address,
          devices,
          grpcOptions(),
          streamOptions(),
          registerTimeout,
          timeouts,
          allowedDirectories,
          passesOff);
    }
  }
}

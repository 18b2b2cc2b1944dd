package dev.weir.cluster.internal.grpc;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.check.Finding;
import dev.weir.cluster.internal.check.Health;
import dev.weir.cluster.internal.check.SocketProbe;
import dev.weir.cluster.internal.check.TaskProbe;
import dev.weir.cluster.internal.transport.RpcNetwork;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a task for its devices, and finds out by their names whether it is the task it should be.
 */
public final class GrpcProbe implements TaskProbe {
  private final RpcNetwork network;

  /** Asks over a network, which stays the caller's. */
  public GrpcProbe(RpcNetwork network) {
    this.network = network;
  }

  /** Probes with a socket first, which tells more about connections that fail. */
  public static TaskProbe afterSocket(RpcNetwork network, Security security) {
    Security.Certificates certificates = security.certificates();
    SocketProbe socket =
        certificates == null
            ? SocketProbe.plain()
            : SocketProbe.tls(certificates.identity().current().context());
    return socket.then(new GrpcProbe(network));
  }

  @Override
  public Finding probe(TaskId task, String address, Duration limit) {
    CompletableFuture<List<DeviceInfo>> status = network.worker(address).status(limit);
    try {
      return judged(task, status.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      status.cancel(true);
      return Finding.of(Health.SILENT, "no response within " + limit.toMillis() + " ms");
    } catch (ExecutionException e) {
      return failed(RpcFailures.of(e.getCause() == null ? e : e.getCause()));
    } catch (InterruptedException e) {
      status.cancel(true);
      Thread.currentThread().interrupt();
      return Finding.of(Health.FAILED, "the check was interrupted");
    }
  }

  private static Finding judged(TaskId task, List<DeviceInfo> devices) {
    List<String> names = devices.stream().map(DeviceInfo::name).toList();
    if (names.isEmpty()) {
      return Finding.of(Health.FAILED, "it has no devices");
    }
    return names.stream().allMatch(name -> name.startsWith(task.name() + "/"))
        ? Finding.ok(names)
        : Finding.of(Health.WRONG_CLUSTER, "another task is there; its devices are " + names);
  }

  private static Finding failed(WeirException error) {
    String detail = error.code() + ": " + error.getMessage();
    return switch (error.code()) {
      case UNAUTHENTICATED -> Finding.of(Health.HANDSHAKE, String.valueOf(error.getMessage()));
      case UNIMPLEMENTED -> Finding.of(Health.PROTOCOL, "a gRPC server, but not a task: " + detail);
      case DEADLINE_EXCEEDED -> Finding.of(Health.SILENT, String.valueOf(error.getMessage()));
      default ->
          Finding.of(error.code() == ErrorCode.UNKNOWN ? Health.PROTOCOL : Health.FAILED, detail);
    };
  }
}

package dev.weir.cluster.server;

import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.grpc.GrpcOptions;
import dev.weir.cluster.stream.StreamOptions;
import java.time.Duration;

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
 * @param patience how long to wait for a place in the cluster
 */
public record ServerOptions(
    TaskId task,
    Membership membership,
    String host,
    int port,
    int devices,
    GrpcOptions grpc,
    StreamOptions streams,
    Duration patience) {
  /** The port is the one in the cluster's description. */
  public static final int PORT_OF_CLUSTER = -1;

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
        Duration.ofSeconds(30));
  }

  /** The same on another address. */
  public ServerOptions withHost(String other) {
    return new ServerOptions(task, membership, other, port, devices, grpc, streams, patience);
  }

  /** The same on another port; 0 for one that is free. */
  public ServerOptions withPort(int other) {
    return new ServerOptions(task, membership, host, other, devices, grpc, streams, patience);
  }

  /** The same with several devices. */
  public ServerOptions withDevices(int count) {
    return new ServerOptions(task, membership, host, port, count, grpc, streams, patience);
  }

  /** The same with messages carried otherwise. */
  public ServerOptions withGrpc(GrpcOptions other) {
    return new ServerOptions(task, membership, host, port, devices, other, streams, patience);
  }

  /** The same with messages between Weir's own tasks carried otherwise. */
  public ServerOptions withStreams(StreamOptions other) {
    return new ServerOptions(task, membership, host, port, devices, grpc, other, patience);
  }
}

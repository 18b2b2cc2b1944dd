package dev.weir.cluster.internal.transport;

/** Reaches tasks by their addresses. Connections are made when they are needed, and kept. */
public interface RpcNetwork extends AutoCloseable {
  /** The worker at {@code host:port}. */
  WorkerPort worker(String address);

  /** The master at {@code host:port}. */
  MasterPort master(String address);

  /** Drops all connections; what is under way fails. */
  @Override
  void close();
}

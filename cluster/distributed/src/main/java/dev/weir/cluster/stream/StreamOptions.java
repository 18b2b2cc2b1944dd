package dev.weir.cluster.stream;

import dev.weir.cluster.grpc.Security;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;

/**
 * How Weir's own tasks reach each other besides gRPC.
 *
 * @param enabled whether they do
 * @param port where a task listens; 0 for one that is free
 * @param local whether those on one machine reach each other without the network
 * @param maxMessageBytes what the tensors of a message may take together
 */
public record StreamOptions(boolean enabled, int port, boolean local, long maxMessageBytes) {
  private static final int HIGHEST_PORT = 65_535;

  /** On, on a free port, for tensors as large as memory allows. */
  public static final StreamOptions DEFAULT =
      new StreamOptions(true, 0, true, Allocator.shared().usage().budget());

  /** Off: gRPC carries everything. */
  public static final StreamOptions OFF = new StreamOptions(false, 0, false, 1);

  public StreamOptions {
    if (port < 0 || port > HIGHEST_PORT || maxMessageBytes <= 0) {
      throw WeirException.invalidArgument(
          "port %d and messages of at most %d bytes cannot work: 0 to %d, and at least 1",
          port, maxMessageBytes, HIGHEST_PORT);
    }
  }

  /** Whether they do with this security; streams have no certificates. */
  public boolean isUsedWith(Security security) {
    return enabled && security.certificates() == null;
  }

  /** The same on another port. */
  public StreamOptions withPort(int other) {
    return new StreamOptions(enabled, other, local, maxMessageBytes);
  }

  /** The same, with the network between tasks on one machine too. */
  public StreamOptions withoutLocal() {
    return new StreamOptions(enabled, port, false, maxMessageBytes);
  }

  /** The same with another limit for messages. */
  public StreamOptions withMaxMessageBytes(long bytes) {
    return new StreamOptions(enabled, port, local, bytes);
  }
}

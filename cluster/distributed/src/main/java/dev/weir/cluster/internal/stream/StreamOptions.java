package dev.weir.cluster.internal.stream;

import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;

/**
 * How Weir's own tasks reach each other besides gRPC.
 *
 * @param enabled whether they do
 * @param port where a task listens; 0 for one that is free
 * @param local whether those on one machine reach each other without the network
 * @param maxMessageBytes what the tensors of a message may take together
 * @param encryptsLocal whether with certificates those on one machine encrypt what they send each
 *     other through a socket file; without, they only authenticate each other there
 * @param checksums whether frames that are sent have a checksum; those that TLS protects have none
 * @param limits what peers may take
 * @param allocator where the memory of received tensors comes from
 */
public record StreamOptions(
    boolean enabled,
    int port,
    boolean local,
    boolean encryptsLocal,
    long maxMessageBytes,
    boolean checksums,
    StreamLimits limits,
    Allocator allocator) {
  private static final int HIGHEST_PORT = 65_535;

  /** On, on a free port, for tensors as large as memory allows. */
  public static final StreamOptions DEFAULT = on(Allocator.shared());

  /** Off: gRPC carries everything. */
  public static final StreamOptions OFF =
      new StreamOptions(false, 0, false, false, 1, true, StreamLimits.DEFAULT, Allocator.shared());

  public StreamOptions {
    if (port < 0 || port > HIGHEST_PORT || maxMessageBytes <= 0) {
      throw WeirException.invalidArgument(
          "port %d and messages of at most %d bytes cannot work: 0 to %d, and at least 1",
          port, maxMessageBytes, HIGHEST_PORT);
    }
  }

  /** On, on a free port, with tensors in the memory of this allocator, as large as it allows. */
  public static StreamOptions on(Allocator allocator) {
    return new StreamOptions(
        true, 0, true, false, allocator.usage().budget(), true, StreamLimits.DEFAULT, allocator);
  }

  /** Without checksums. */
  public StreamOptions withoutChecksums() {
    return new StreamOptions(
        enabled, port, local, encryptsLocal, maxMessageBytes, false, limits, allocator);
  }

  /** With encryption between tasks on one machine too, if they have certificates. */
  public StreamOptions withEncryptedLocal() {
    return new StreamOptions(
        enabled, port, local, true, maxMessageBytes, checksums, limits, allocator);
  }

  /** On another port. */
  public StreamOptions withPort(int other) {
    return new StreamOptions(
        enabled, other, local, encryptsLocal, maxMessageBytes, checksums, limits, allocator);
  }

  /** With the network between tasks on one machine too. */
  public StreamOptions withoutLocal() {
    return new StreamOptions(
        enabled, port, false, encryptsLocal, maxMessageBytes, checksums, limits, allocator);
  }

  /** With another limit for messages. */
  public StreamOptions withMaxMessageBytes(long bytes) {
    return new StreamOptions(
        enabled, port, local, encryptsLocal, bytes, checksums, limits, allocator);
  }

  /** With other limits for peers. */
  public StreamOptions withLimits(StreamLimits other) {
    return new StreamOptions(
        enabled, port, local, encryptsLocal, maxMessageBytes, checksums, other, allocator);
  }
}

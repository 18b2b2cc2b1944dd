package dev.weir.zookeeper;

import dev.weir.error.WeirException;
import java.util.Arrays;
import java.util.Optional;

/** A node that a process wants to hold by its current session, with data that is its own. */
final class EphemeralNode {
  private final ZooKeeperClient client;
  private final String path;
  private final byte[] data;

  EphemeralNode(ZooKeeperClient client, String path, byte[] data) {
    this.client = client;
    this.path = path;
    this.data = data;
  }

  String path() {
    return path;
  }

  Optional<ZooKeeperClient.Node> read() {
    return client.read(path);
  }

  /** Creates it. False if there is one already, which may be this one: see {@link #isOwn}. */
  boolean create() {
    return client.createEphemeral(path, data);
  }

  /** Whether it is this one, in the current session. */
  boolean isOwn(ZooKeeperClient.Node node) {
    return Arrays.equals(node.data(), data) && node.session() == client.session();
  }

  /** Deletes a node that was read, whoever created it. */
  void delete(ZooKeeperClient.Node node) {
    boolean unused = client.delete(path, node.version()); // callers look again
  }

  /**
   * Deletes this one if it is there. Only the session that created a node is sure that it deletes
   * that one: the node of another can have the same version.
   */
  void deleteOwn() {
    try {
      read().filter(this::isOwn).ifPresent(this::delete);
    } catch (WeirException e) { // a deletion that was lost with its connection is not retried
      read().filter(this::isOwn).ifPresent(this::delete);
    }
  }
}

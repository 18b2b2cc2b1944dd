package dev.weir.zookeeper;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node that a process wants to hold by its current session, with data that is its own. */
final class EphemeralNode {
  private static final Logger logger = LoggerFactory.getLogger(EphemeralNode.class);
  private static final int MOST_DELETIONS = 5;

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

  /**
   * Deletes a node that was read, no matter which process created it, unless it has changed since.
   * A request that is lost with its connection is not retried, so callers look again.
   */
  void delete(ZooKeeperClient.Node node) {
    try {
      boolean deleted = client.delete(path, node.version());
      logger.debug("{}: {}", path, deleted ? "deleted" : "changed since it was read");
    } catch (WeirException e) {
      logger.debug("{}: {}", path, e.getMessage());
    }
  }

  /**
   * Deletes this one if it is there. Only the session that created a node is sure that it deletes
   * that one: the node of another can have the same version.
   */
  void deleteOwn() {
    for (int attempt = 0; attempt < MOST_DELETIONS; attempt++) {
      Optional<ZooKeeperClient.Node> own = read().filter(this::isOwn);
      if (own.isEmpty()) {
        return;
      }
      delete(own.get());
    }
    throw new WeirException(
        ErrorCode.UNAVAILABLE, path + " could not be deleted: the connection was lost each time");
  }
}

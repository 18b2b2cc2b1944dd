package dev.weir.zookeeper;

import java.util.List;
import java.util.Optional;

/**
 * The part of ZooKeeper that memberships use. In production it is Curator; a simulation implements
 * it as well. A request blocks. One whose connection is lost is retried for some seconds and then
 * fails with {@code UNAVAILABLE}; it may have been applied all the same. A lost session is replaced
 * by a new one. Thread-safe.
 */
public interface ZooKeeperClient extends AutoCloseable {
  /**
   * A node as it was read.
   *
   * @param version how often its data was written since it was created
   * @param session the session it lives as long as; 0 if it is persistent
   */
  record Node(byte[] data, int version, long session) {}

  /** Changes of the connection after the first one. */
  enum ConnectionEvent {
    /** The connection is lost; the session may live on. */
    SUSPENDED,
    /** The session has ended, or has been silent for so long that it must be assumed to have. */
    LOST,
    /** Connected again, in the same session or in a new one. */
    RECONNECTED
  }

  /** Is told of changes of the connection, on any thread, and must not block. */
  @FunctionalInterface
  interface ConnectionListener {
    void changed(ConnectionEvent event);
  }

  /**
   * Is told of the nodes in a subtree, one event at a time, on any thread, and must not block.
   * Events come late, and a state that lasted only a moment may be left out: a node that is deleted
   * before it was read causes no event.
   */
  interface Watcher {
    /** A node was created or written, and has this data; or it was deleted and has none. */
    void changed(String path, Optional<byte[]> data);

    /** All nodes that were there when the watch began have been reported. */
    void initialized();
  }

  /** Ends that a watcher is told. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** The id of the current session; it changes when one was lost. */
  long session();

  /** Creates a persistent node and those above it. False if there is one already. */
  boolean create(String path, byte[] data);

  /**
   * Creates a node that is deleted with the current session, and persistent ones above it. False if
   * there is one already, which may be the one that a lost request of this call created.
   */
  boolean createEphemeral(String path, byte[] data);

  /** Reads a node; empty if there is none. */
  Optional<Node> read(String path);

  /** Writes a node if it still has this version. False if it has not, or is gone. */
  boolean write(String path, byte[] data, int version);

  /**
   * Deletes a node if it still has this version. False if it has not, or is gone. Not retried:
   * versions of a node that was created anew begin at 0, so a retry could delete the node of
   * another session.
   */
  boolean delete(String path, int version);

  /** The names of the nodes below one; none if it is not there. */
  List<String> children(String path);

  /** Reports a node and those below it from now on, first those that are there. */
  Watch watch(String path, Watcher watcher);

  /** Reports changes of the connection from now on. */
  void listen(ConnectionListener listener);

  /** Ends the session, and with it its ephemeral nodes. */
  @Override
  void close();
}

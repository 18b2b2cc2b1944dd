package dev.weir.zookeeper;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The few things that are asked of ZooKeeper, each bounded in time: what is lost on the way is
 * asked again for some seconds and then fails with {@code UNAVAILABLE}.
 */
final class Nodes implements AutoCloseable {
  private static final int RETRY_MILLIS = 5_000;
  private static final int PAUSE_MILLIS = 100;
  private static final int CONNECT_MILLIS = 3_000;

  private final ZooKeeperAddress address;
  private final CuratorFramework client;

  private Nodes(ZooKeeperAddress address, CuratorFramework client) {
    this.address = address;
    this.client = client;
  }

  /** A node as it was found: its bytes, how often it was written, and by which session it lives. */
  record Node(byte[] data, int version, long session) {}

  static Nodes connect(ZooKeeperAddress address, Duration limit) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address.servers())
            .sessionTimeoutMs(Math.toIntExact(address.lease().toMillis()))
            .connectionTimeoutMs(CONNECT_MILLIS)
            .retryPolicy(new RetryUntilElapsed(RETRY_MILLIS, PAUSE_MILLIS))
            .build();
    Nodes nodes = new Nodes(address, client);
    try {
      client.start();
      nodes.awaitConnection(limit);
      return nodes;
    } catch (WeirException e) {
      nodes.close();
      throw e;
    }
  }

  private void awaitConnection(Duration limit) {
    boolean connected = false;
    try {
      connected =
          client.blockUntilConnected(
              Math.toIntExact(Math.min(limit.toMillis(), Integer.MAX_VALUE)),
              TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted("connecting", e);
    }
    if (!connected) {
      throw new WeirException(
          ErrorCode.UNAVAILABLE,
          "no ZooKeeper answered at %s within %s ms; is it running, and is the address right?"
              .formatted(address.servers(), limit.toMillis()));
    }
  }

  CuratorFramework client() {
    return client;
  }

  /** The session that this process has at the moment; it changes when one was lost. */
  long session() {
    return ask("asking for the session", () -> client.getZookeeperClient().getZooKeeper())
        .getSessionId();
  }

  /** Makes a node and those above it. False if there is one already. */
  boolean create(String path, byte[] data, CreateMode mode) {
    return ask(
        "creating " + path,
        () -> {
          try {
            client.create().creatingParentsIfNeeded().withMode(mode).forPath(path, data);
            return true;
          } catch (KeeperException.NodeExistsException e) {
            return false;
          }
        });
  }

  Optional<Node> read(String path) {
    return ask(
        "reading " + path,
        () -> {
          try {
            Stat stat = new Stat();
            byte[] data = client.getData().storingStatIn(stat).forPath(path);
            return Optional.of(new Node(data, stat.getVersion(), stat.getEphemeralOwner()));
          } catch (KeeperException.NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  /** Writes what nobody has written meanwhile. False if somebody has. */
  boolean write(String path, byte[] data, int version) {
    return ask(
        "writing " + path,
        () -> {
          try {
            client.setData().withVersion(version).forPath(path, data);
            return true;
          } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return false;
          }
        });
  }

  /** Deletes what nobody has written meanwhile. False if somebody has, or it is gone. */
  boolean delete(String path, int version) {
    return ask(
        "deleting " + path,
        () -> {
          try {
            client.delete().guaranteed().withVersion(version).forPath(path);
            return true;
          } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return false;
          }
        });
  }

  List<String> children(String path) {
    return ask(
        "listing " + path,
        () -> {
          try {
            return client.getChildren().forPath(path);
          } catch (KeeperException.NoNodeException e) {
            return List.of();
          }
        });
  }

  /** Ends the session, and with it all leases. */
  @Override
  public void close() {
    client.close();
  }

  private interface Request<T> {
    T send() throws Exception;
  }

  private <T> T ask(String doing, Request<T> request) {
    try {
      return request.send();
    } catch (InterruptedException e) {
      throw interrupted(doing, e);
    } catch (Exception e) {
      throw new WeirException(
          ErrorCode.UNAVAILABLE,
          "%s failed in ZooKeeper at %s: %s".formatted(doing, address.servers(), e.getMessage()),
          e);
    }
  }

  private WeirException interrupted(String doing, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new WeirException(
        ErrorCode.CANCELLED,
        "%s was interrupted at ZooKeeper %s".formatted(doing, address.servers()),
        cause);
  }
}

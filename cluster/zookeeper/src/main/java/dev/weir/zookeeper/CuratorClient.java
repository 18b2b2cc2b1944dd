package dev.weir.zookeeper;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ZooKeeper through Curator. */
final class CuratorClient implements ZooKeeperClient {
  private static final Logger logger = LoggerFactory.getLogger(CuratorClient.class);
  private static final int RETRY_MILLIS = 5_000;
  private static final int PAUSE_MILLIS = 100;
  private static final int CONNECT_MILLIS = 3_000;

  private final ZooKeeperAddress address;
  private final CuratorFramework client;

  private CuratorClient(ZooKeeperAddress address, CuratorFramework client) {
    this.address = address;
    this.client = client;
  }

  static CuratorClient connect(ZooKeeperAddress address, Duration limit) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address.servers())
            .sessionTimeoutMs(Math.toIntExact(address.lease().toMillis()))
            .connectionTimeoutMs(CONNECT_MILLIS)
            .retryPolicy(new RetryUntilElapsed(RETRY_MILLIS, PAUSE_MILLIS))
            .build();
    CuratorClient connected = new CuratorClient(address, client);
    try {
      client.start();
      connected.awaitConnection(limit);
      return connected;
    } catch (WeirException e) {
      connected.close();
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

  /** The connection, for tests that break it. */
  CuratorFramework curator() {
    return client;
  }

  @Override
  public long session() {
    return ask("asking for the session", () -> client.getZookeeperClient().getZooKeeper())
        .getSessionId();
  }

  @Override
  public boolean create(String path, byte[] data) {
    return create(path, data, CreateMode.PERSISTENT);
  }

  @Override
  public boolean createEphemeral(String path, byte[] data) {
    return create(path, data, CreateMode.EPHEMERAL);
  }

  private boolean create(String path, byte[] data, CreateMode mode) {
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

  @Override
  public Optional<Node> read(String path) {
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

  @Override
  public boolean write(String path, byte[] data, int version) {
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

  @Override
  public boolean delete(String path, int version) {
    return ask(
        "deleting " + path,
        () -> {
          try {
            client.getZookeeperClient().getZooKeeper().delete(path, version);
            return true;
          } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return false;
          }
        });
  }

  @Override
  public List<String> children(String path) {
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

  @Override
  public Watch watch(String path, Watcher watcher) {
    CuratorCache cache = CuratorCache.build(client, path);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forAll((type, before, now) -> report(watcher, before, now))
                .forInitialized(watcher::initialized)
                .build());
    cache.start();
    return cache::close;
  }

  /**
   * Reports one event of a cache, with its own data and not what the cache holds now, so that a
   * node that is deleted and created again is reported as both. A new node has no {@code before}, a
   * deleted one no {@code now}.
   */
  private static void report(Watcher watcher, @Nullable ChildData before, @Nullable ChildData now) {
    String path = Objects.requireNonNull(now == null ? before : now).getPath();
    watcher.changed(path, Optional.ofNullable(now).map(ChildData::getData));
  }

  @Override
  public void listen(ConnectionListener listener) {
    client.getConnectionStateListenable().addListener((curator, state) -> report(listener, state));
  }

  private void report(ConnectionListener listener, ConnectionState state) {
    switch (state) {
      case SUSPENDED -> listener.changed(ConnectionEvent.SUSPENDED);
      case LOST -> listener.changed(ConnectionEvent.LOST);
      case RECONNECTED -> listener.changed(ConnectionEvent.RECONNECTED);
      default -> logger.debug("{}: {}", address, state);
    }
  }

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

package dev.weir.simulation;

import dev.weir.zookeeper.ZooKeeperClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A ZooKeeper: a linearizable tree of nodes, and sessions that expire when nothing was heard of
 * them for {@link #TIMEOUT}. Processes reach it by {@link SimulatedZooKeeperClient}.
 */
final class SimulatedZooKeeper {
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A node; another one for every change. */
  record Znode(long change, byte[] data, int version, long session) {
    ZooKeeperClient.Node read() {
      return new ZooKeeperClient.Node(data, version, session);
    }
  }

  private final SimulatedScheduler world;
  private final TreeMap<String, Znode> tree = new TreeMap<>();

  /** When a session that lives was last heard of, by its id. */
  private final Map<Long, Long> sessions = new LinkedHashMap<>();

  private final Set<SimulatedZooKeeperClient> clients = new LinkedHashSet<>();
  private long changes;
  private long ids;
  private int deletions;
  private double drop;
  private double late;

  /**
   * An empty tree.
   *
   * @param drop how likely a request or its answer is lost, and with it the connection
   * @param late how likely a watch event takes up to seconds
   */
  SimulatedZooKeeper(SimulatedScheduler world, double drop, double late) {
    this.world = world;
    this.drop = drop;
    this.late = late;
  }

  SimulatedScheduler world() {
    return world;
  }

  /** From now on everybody reaches it, and no connection is lost. */
  void becomeReliable() {
    drop = 0;
    late = 0;
    clients.forEach(SimulatedZooKeeperClient::becomeReachable);
  }

  boolean losesMessage() {
    return world.chance().happens(drop);
  }

  /** Whether a client that connects again begins a new session though its old one lives. */
  boolean losesSession() {
    return drop > 0 && world.chance().happens(0.2);
  }

  /** How long a watch event takes. */
  Duration eventDelay() {
    if (world.chance().happens(late)) {
      world.fault(Fault.WATCH_LATE);
      return world.chance().between(Duration.ofMillis(10), Duration.ofSeconds(4));
    }
    return world.chance().between(Duration.ofNanos(20_000), Duration.ofMillis(5));
  }

  void add(SimulatedZooKeeperClient client) {
    clients.removeIf(SimulatedZooKeeperClient::isGone);
    clients.add(client);
  }

  long openSession() {
    long id = ++ids;
    sessions.put(id, world.nanoTime());
    expireLater(id, TIMEOUT);
    return id;
  }

  /** A session is heard of; false if it has expired. */
  boolean touch(long session) {
    return sessions.computeIfPresent(session, (id, heard) -> world.nanoTime()) != null;
  }

  private void expireLater(long session, Duration delay) {
    world.after(delay, "", () -> !sessions.containsKey(session), () -> expire(session));
  }

  private void expire(long session) {
    Long heard = sessions.get(session);
    if (heard == null) {
      return;
    }
    Duration left = TIMEOUT.minusNanos(world.nanoTime() - heard);
    if (left.isPositive()) {
      expireLater(session, left);
    } else {
      world.note("session " + session + " expires");
      endSession(session);
    }
  }

  /** A session ends, and its nodes with it. */
  void endSession(long session) {
    if (sessions.remove(session) != null) {
      List<String> paths = new ArrayList<>();
      tree.forEach(
          (path, node) -> {
            if (node.session() == session) {
              paths.add(path);
            }
          });
      paths.forEach(this::remove);
    }
  }

  Optional<Znode> node(String path) {
    return Optional.ofNullable(tree.get(path));
  }

  /** A node and all that are below it. */
  Set<String> below(String root) {
    Set<String> paths = new LinkedHashSet<>();
    for (String path : tree.tailMap(root, true).keySet()) {
      if (path.equals(root) || path.startsWith(root + "/")) {
        paths.add(path);
      }
    }
    return paths;
  }

  /** The nodes that live as long as sessions. */
  List<String> ephemerals() {
    return tree.entrySet().stream()
        .filter(entry -> entry.getValue().session() != 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Creates a node and persistent ones above it; {@code session} is 0 for a persistent one. */
  boolean create(String path, byte[] data, long session) {
    if (tree.containsKey(path)) {
      return false;
    }
    for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
      String above = path.substring(0, slash);
      if (!tree.containsKey(above)) {
        put(above, new byte[0], 0, 0);
      }
    }
    put(path, data, 0, session);
    return true;
  }

  boolean write(String path, byte[] data, int version) {
    Znode node = tree.get(path);
    if (node == null || node.version() != version) {
      return false;
    }
    put(path, data, version + 1, node.session());
    return true;
  }

  boolean delete(String path, int version) {
    Znode node = tree.get(path);
    if (node == null || node.version() != version) {
      return false;
    }
    deletions++;
    remove(path);
    return true;
  }

  /** How many nodes clients have deleted. */
  int deletions() {
    return deletions;
  }

  private void put(String path, byte[] data, int version, long session) {
    tree.put(path, new Znode(++changes, data, version, session));
    changed(path);
  }

  /** Deletes a node, as its session, a client or an operator does. */
  void remove(String path) {
    tree.remove(path);
    changed(path);
  }

  List<String> children(String path) {
    return below(path).stream()
        .filter(below -> below.length() > path.length())
        .map(below -> below.substring(path.length() + 1))
        .filter(name -> name.indexOf('/') < 0)
        .toList();
  }

  private void changed(String path) {
    List.copyOf(clients).forEach(client -> client.changed(path));
  }
}

package dev.weir.simulation;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.zookeeper.ZooKeeperClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One process's connection to a {@link SimulatedZooKeeper}, as Curator keeps it: heartbeats, a new
 * session for one that has expired, requests that are retried when their connection is lost, and
 * watches that read a node again when it has changed.
 */
final class SimulatedZooKeeperClient implements ZooKeeperClient {
  private static final Duration HEARTBEAT = Duration.ofSeconds(2);
  private static final Duration SUSPENSION =
      SimulatedZooKeeper.TIMEOUT.multipliedBy(2).dividedBy(3);
  private static final Duration RETRIES = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final SimulatedZooKeeper server;
  private final SimulatedNetwork network;
  private final String name;
  private final LifeScheduler life;
  private final List<ConnectionListener> listeners = new ArrayList<>();
  private final Set<SimulatedWatch> watches = new LinkedHashSet<>();
  private final Set<Request<?>> pending = new LinkedHashSet<>();
  private long session;
  private long heard;

  /** Counts connections: what belongs to an earlier one is not delivered. */
  private long connection;

  private boolean connected;
  private boolean lost;
  private boolean closed;
  private long cutOffUntil;

  private SimulatedZooKeeperClient(
      SimulatedZooKeeper server, SimulatedNetwork network, Endpoint process) {
    this.server = server;
    this.network = network;
    this.name = process.name();
    this.life = process.scheduler();
  }

  /** Connects a process; waits on one of its threads. */
  static SimulatedZooKeeperClient connect(
      SimulatedZooKeeper server, SimulatedNetwork network, Endpoint process) {
    SimulatedZooKeeperClient client = new SimulatedZooKeeperClient(server, network, process);
    sleep(client.life, network.delay());
    client.session = server.openSession();
    client.heard = client.life.nanoTime();
    client.connected = true;
    server.add(client);
    client.life.after(HEARTBEAT, client::beat);
    return client;
  }

  /** Something that a thread waits for. */
  private static final class Request<T> {
    final LongFunction<T> operation;
    final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
    boolean isApplied;

    Request(LongFunction<T> operation) {
      this.operation = operation;
    }

    T apply(long session) {
      isApplied = true;
      return operation.apply(session);
    }
  }

  boolean isGone() {
    return closed || life.isDead();
  }

  /** Whether it is connected as far as it knows. */
  boolean isConnected() {
    return connected;
  }

  /** Whether nothing it sends arrives. */
  boolean isCutOff() {
    return server.world().nanoTime() < cutOffUntil;
  }

  /** From now on nothing it sends arrives, for a while. */
  void cutOff(Duration howLong) {
    cutOffUntil = server.world().nanoTime() + howLong.toNanos();
  }

  void becomeReachable() {
    cutOffUntil = 0;
  }

  private void beat() {
    if (closed) {
      return;
    }
    if (isCutOff()) {
      server.world().fault(Fault.CUT_OFF_FROM_ZOOKEEPER);
      noteSilence(life.nanoTime() - heard);
    } else if (!connected) {
      reconnect();
    } else if (server.touch(session)) {
      heard = life.nanoTime();
    } else {
      disconnect();
      reconnect();
    }
    life.after(HEARTBEAT, this::beat);
  }

  /** Nothing was heard of the server for so long. */
  private void noteSilence(long silence) {
    if (connected && silence > SUSPENSION.toNanos()) {
      disconnect();
    }
    if (!connected && !lost && silence > SimulatedZooKeeper.TIMEOUT.toNanos()) {
      lose();
    }
  }

  private void lose() {
    lost = true;
    session = 0;
    server.world().fault(Fault.SESSION_EXPIRED, name);
    tell(ConnectionEvent.LOST);
  }

  /** Breaks the connection; what is under way fails, and may have been applied. */
  private void disconnect() {
    connected = false;
    connection++;
    List<Request<?>> broken = List.copyOf(pending);
    pending.clear();
    for (Request<?> request : broken) {
      if (!request.isApplied && !isCutOff() && server.world().chance().happens(0.5)) {
        applyUnheard(request);
      }
      request.answer.complete(Optional.empty());
    }
    tell(ConnectionEvent.SUSPENDED);
    life.after(
        server.world().chance().between(Duration.ofMillis(20), Duration.ofSeconds(2)),
        () -> {
          if (!connected && !closed && !isCutOff()) {
            reconnect();
          }
        });
  }

  private void applyUnheard(Request<?> request) {
    if (server.touch(session)) {
      Object unused = request.apply(session);
      server.world().fault(Fault.ZOOKEEPER_ANSWER_LOST);
    }
  }

  /** Begins a new session though the old one lives, as after a connection timeout. */
  void abandonSession() {
    disconnect();
    lose();
    reconnect();
  }

  private void reconnect() {
    if (server.losesSession() || !server.touch(session)) {
      if (!lost) {
        lose();
      }
      session = server.openSession();
    }
    lost = false;
    connected = true;
    connection++;
    heard = life.nanoTime();
    tell(ConnectionEvent.RECONNECTED);
    List.copyOf(watches).forEach(SimulatedWatch::readAll);
  }

  private void tell(ConnectionEvent event) {
    List.copyOf(listeners).forEach(listener -> listener.changed(event));
  }

  /** Sends a request and waits for the answer, again and again for some seconds. */
  private <T> T ask(String what, LongFunction<T> operation) {
    SimulatedThreads.checkIsOne();
    long begin = life.nanoTime();
    Optional<T> answer = once(operation);
    while (answer.isEmpty()) {
      if (closed || life.nanoTime() - begin > RETRIES.toNanos()) {
        throw unavailable(what);
      }
      sleep(life, PAUSE);
      answer = once(operation);
    }
    return answer.get();
  }

  private static WeirException unavailable(String what) {
    return new WeirException(ErrorCode.UNAVAILABLE, what + " failed: connection lost");
  }

  /** The answer; empty if the connection was lost. */
  private <T> Optional<T> once(LongFunction<T> operation) {
    if (!connected || closed) {
      return Optional.empty();
    }
    Request<T> request = new Request<>(operation);
    pending.add(request);
    long current = connection;
    server.world().after(network.delay(), "", () -> arrive(request, current));
    try {
      return life.time().await(request.answer, LONGEST);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private <T> void arrive(Request<T> request, long from) {
    if (connection != from || isGone()) {
      return; // the request was given up with its connection
    }
    if (isCutOff()) {
      server.world().after(HEARTBEAT, "", () -> arrive(request, from)); // as TCP does
      return;
    }
    boolean isLost = server.losesMessage();
    boolean isApplied = !isLost || server.world().chance().happens(0.5);
    if (isApplied && server.touch(session)) {
      T value = request.apply(session);
      if (!isLost) {
        server
            .world()
            .after(network.delay(), "", () -> life.whenAwake("", () -> answer(request, value)));
        return;
      }
      server.world().fault(Fault.ZOOKEEPER_ANSWER_LOST);
    }
    server.world().fault(Fault.ZOOKEEPER_CONNECTION_LOST);
    life.whenAwake(
        "",
        () -> {
          if (connection == from && !isGone()) {
            disconnect();
          }
        });
  }

  private <T> void answer(Request<T> request, T value) {
    if (pending.remove(request)) {
      heard = life.nanoTime();
      request.answer.complete(Optional.of(value));
    }
  }

  private static void sleep(LifeScheduler life, Duration time) {
    try {
      life.time().sleep(time);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long session() {
    return session;
  }

  @Override
  public boolean create(String path, byte[] data) {
    return ask("creating " + path, by -> server.create(path, data, 0));
  }

  @Override
  public boolean createEphemeral(String path, byte[] data) {
    return ask("creating " + path, by -> server.create(path, data, by));
  }

  @Override
  public Optional<Node> read(String path) {
    return ask("reading " + path, by -> server.node(path).map(SimulatedZooKeeper.Znode::read));
  }

  @Override
  public boolean write(String path, byte[] data, int version) {
    return ask("writing " + path, by -> server.write(path, data, version));
  }

  @Override
  public boolean delete(String path, int version) {
    SimulatedThreads.checkIsOne();
    return once(by -> server.delete(path, version))
        .orElseThrow(() -> unavailable("deleting " + path));
  }

  @Override
  public List<String> children(String path) {
    return ask("listing " + path, by -> server.children(path));
  }

  @Override
  public void listen(ConnectionListener listener) {
    listeners.add(listener);
  }

  @Override
  public Watch watch(String path, Watcher watcher) {
    SimulatedWatch watch = new SimulatedWatch(path, watcher);
    watches.add(watch);
    watch.readAll();
    return watch;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      watches.clear();
      pending.forEach(request -> request.answer.complete(Optional.empty()));
      pending.clear();
      if (connected && !isCutOff()) {
        long ended = session;
        server.world().after(network.delay(), "", () -> server.endSession(ended));
      }
    }
  }

  /** The server has changed a node. */
  void changed(String path) {
    if (connected && !isGone()) {
      for (SimulatedWatch watch : List.copyOf(watches)) {
        if (watch.covers(path)) {
          watch.readLater(path);
        }
      }
    }
  }

  /** A copy of a subtree, which reads a node again when it hears that it has changed. */
  private final class SimulatedWatch implements Watch {
    private final String root;
    private final Watcher watcher;
    private final Map<String, Long> known = new LinkedHashMap<>();
    private boolean isInitialized;

    SimulatedWatch(String root, Watcher watcher) {
      this.root = root;
      this.watcher = watcher;
    }

    boolean covers(String path) {
      return path.equals(root) || path.startsWith(root + "/");
    }

    /** Reads all that is known and all that is there. */
    void readAll() {
      Set<String> paths = new LinkedHashSet<>(known.keySet());
      paths.addAll(server.below(root));
      paths.forEach(this::readLater);
      if (!isInitialized) {
        later(connection, this::initialize);
      }
    }

    private void initialize() {
      if (!isInitialized) {
        server.below(root).forEach(this::read);
        isInitialized = true;
        watcher.initialized();
      }
    }

    void readLater(String path) {
      later(connection, () -> read(path));
    }

    /** Does something when the server's answer has come, if the connection lasts until then. */
    private void later(long current, Runnable task) {
      server
          .world()
          .after(
              server.eventDelay(),
              "",
              life::isDead,
              () -> life.whenAwake("", () -> runIfConnected(current, task)));
    }

    private void runIfConnected(long current, Runnable task) {
      if (connection != current || !connected || !watches.contains(this)) {
        return; // when it is connected again, it reads all
      }
      if (isCutOff()) {
        life.after(HEARTBEAT, () -> runIfConnected(current, task)); // as TCP does
        return;
      }
      task.run();
    }

    private void read(String path) {
      Optional<SimulatedZooKeeper.Znode> node = server.node(path);
      @Nullable Long before =
          node.isPresent() ? known.put(path, node.get().change()) : known.remove(path);
      Long now = node.map(SimulatedZooKeeper.Znode::change).orElse(null);
      if (now == null ? before != null : !now.equals(before)) {
        watcher.changed(path, node.map(SimulatedZooKeeper.Znode::data));
      }
    }

    @Override
    public void close() {
      watches.remove(this);
    }
  }
}

package dev.weir.zookeeper;

import dev.weir.cluster.Member;
import dev.weir.cluster.Membership.Listener;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of a cluster's node and those below it, kept current by watches. All changes pass
 * through one thread, in order; it is also the thread that listeners are called on.
 */
final class LiveMembers implements AutoCloseable {
  private static final Logger logger = LoggerFactory.getLogger(LiveMembers.class);

  private final ZooKeeperAddress address;
  private final CuratorCache cache;
  private final ScheduledThreadPoolExecutor thread;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final SortedMap<TaskId, Member> members = new TreeMap<>();
  private TaskCounts counts = TaskCounts.parse("");
  private boolean complete;

  LiveMembers(ZooKeeperAddress address, Nodes nodes) {
    this.address = address;
    this.cache = CuratorCache.build(nodes.client(), address.path());
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().daemon().name("weir-membership").factory(),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  /** Begins to watch, and waits until everything there was has been read. */
  TaskCounts start(Duration limit) {
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forAll((type, before, now) -> onThread(() -> refresh(before, now)))
                .forInitialized(() -> onThread(this::initialised))
                .build());
    cache.start();
    Optional<TaskCounts> said =
        await(all -> complete && !counts.isEmpty() ? Optional.of(counts) : Optional.empty(), limit);
    return said.orElseThrow(this::unpublished);
  }

  private WeirException unpublished() {
    lock.lock();
    try {
      return complete
          ? WeirException.notFound(
              "nobody has said which tasks the cluster at %s has; say it in its address, as in"
                  + " %s?ps=1&worker=2",
              address, address)
          : new WeirException(
              ErrorCode.UNAVAILABLE, "reading the cluster at " + address + " took too long");
    } finally {
      lock.unlock();
    }
  }

  /** Has something done on the thread of changes, unless this is closed. */
  void onThread(Runnable work) {
    thread.execute(() -> run(work));
  }

  /** The same, later. */
  void onThread(Runnable work, Duration delay) {
    var unused = thread.schedule(() -> run(work), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The executor would keep to itself that work fails. */
  private void run(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      logger.error("{}: work on a change failed", address, e);
    }
  }

  void addListener(Listener listener) {
    listeners.add(listener);
  }

  void removeListener(Listener listener) {
    listeners.remove(listener);
  }

  Optional<Member> find(TaskId task) {
    lock.lock();
    try {
      return Optional.ofNullable(members.get(task));
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the members are as somebody wants them; empty if they are not in time. */
  <T> Optional<T> await(Function<SortedMap<TaskId, Member>, Optional<T>> wanted, Duration limit) {
    lock.lock();
    try {
      long left = limit.toNanos();
      Optional<T> found = wanted.apply(members);
      while (found.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
        found = wanted.apply(members);
      }
      return found;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "waiting for tasks at " + address + " was interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  private void initialised() {
    lock.lock();
    try {
      complete = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Applies one event. It uses the data of the event, not the current data of the cache, so that a
   * node that is deleted and created again is reported as both. A new node has no {@code before}, a
   * deleted one no {@code now}.
   */
  private void refresh(@Nullable ChildData before, @Nullable ChildData now) {
    String path = Objects.requireNonNull(now == null ? before : now).getPath();
    Optional<byte[]> data = Optional.ofNullable(now).map(ChildData::getData);
    if (path.equals(address.path())) {
      data.ifPresent(this::refreshCounts);
    }
    MemberNodes.task(address.path(), path)
        .ifPresent(task -> refresh(task, data.flatMap(bytes -> MemberNodes.read(task, bytes))));
  }

  private void refreshCounts(byte[] data) {
    lock.lock();
    try {
      counts = PublishedCounts.read(data);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void refresh(TaskId task, Optional<Member> now) {
    Optional<Member> before;
    lock.lock();
    try {
      before =
          Optional.ofNullable(
              now.isPresent() ? members.put(task, now.get()) : members.remove(task));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (!before.equals(now)) {
      listeners.forEach(listener -> tell(listener, task, now));
    }
  }

  private static void tell(Listener listener, TaskId task, Optional<Member> now) {
    try {
      listener.changed(task, now);
    } catch (RuntimeException | Error e) {
      logger.error("a listener failed when told where {} is", task, e);
    }
  }

  @Override
  public void close() {
    listeners.clear();
    cache.close();
    thread.shutdownNow();
  }
}

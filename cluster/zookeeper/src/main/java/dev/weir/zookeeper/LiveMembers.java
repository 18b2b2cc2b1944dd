package dev.weir.zookeeper;

import dev.weir.cluster.Member;
import dev.weir.cluster.Membership.Listener;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
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
  private final MembershipThread thread;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final SortedMap<TaskId, Member> members = new TreeMap<>();
  private CompletableFuture<@Nullable Void> changed = new CompletableFuture<>();
  private TaskCounts counts = TaskCounts.parse("");
  private boolean complete;
  private ZooKeeperClient.@Nullable Watch watch;

  LiveMembers(ZooKeeperAddress address, MembershipThread thread) {
    this.address = address;
    this.thread = thread;
  }

  /** Begins to watch, and waits until everything there was has been read. */
  TaskCounts start(ZooKeeperClient client, Duration limit) {
    watch = client.watch(address.path(), new Watcher());
    Optional<TaskCounts> said =
        await(all -> complete && !counts.isEmpty() ? Optional.of(counts) : Optional.empty(), limit);
    return said.orElseThrow(this::unpublished);
  }

  private final class Watcher implements ZooKeeperClient.Watcher {
    @Override
    public void changed(String path, Optional<byte[]> data) {
      thread.execute(() -> refresh(path, data));
    }

    @Override
    public void initialized() {
      thread.execute(LiveMembers.this::initialized);
    }
  }

  private WeirException unpublished() {
    lock.lock();
    try {
      return complete
          ? WeirException.notFound(
              "the tasks of the cluster at %s are not known; name them in its address, as in"
                  + " %s?ps=1&worker=2",
              address, address)
          : new WeirException(
              ErrorCode.UNAVAILABLE, "reading the cluster at " + address + " took too long");
    } finally {
      lock.unlock();
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

  /** Waits until the members meet a condition; empty if they do not in time. */
  <T> Optional<T> await(Function<SortedMap<TaskId, Member>, Optional<T>> wanted, Duration limit) {
    Deadline deadline = Deadline.after(limit);
    while (true) {
      CompletableFuture<@Nullable Void> change;
      boolean isLate = deadline.hasPassed();
      lock.lock();
      try {
        Optional<T> found = wanted.apply(members);
        if (found.isPresent() || isLate) {
          return found;
        }
        change = changed;
      } finally {
        lock.unlock();
      }
      await(change, deadline.left());
    }
  }

  private void await(CompletableFuture<@Nullable Void> change, Duration limit) {
    try {
      Time.current().await(change, limit);
    } catch (TimeoutException | ExecutionException e) {
      // the caller looks once more
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(
          ErrorCode.CANCELLED, "waiting for tasks at " + address + " was interrupted", e);
    }
  }

  /** Wakes those that wait for a change; called with the lock held. */
  private void signal() {
    changed.complete(null);
    changed = new CompletableFuture<>();
  }

  private void initialized() {
    lock.lock();
    try {
      complete = true;
      signal();
    } finally {
      lock.unlock();
    }
  }

  private void refresh(String path, Optional<byte[]> data) {
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
      signal();
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
      signal();
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
    ZooKeeperClient.Watch started = watch;
    if (started != null) {
      started.close();
    }
  }
}

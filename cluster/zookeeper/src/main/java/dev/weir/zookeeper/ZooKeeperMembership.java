package dev.weir.zookeeper;

import dev.weir.cluster.Candidate;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cluster whose tasks register in ZooKeeper. While ZooKeeper is out of reach everybody stays
 * where it was last seen; a session that was lost meanwhile is replaced, and its leases with it.
 */
final class ZooKeeperMembership implements Membership {
  private static final Logger logger = LoggerFactory.getLogger(ZooKeeperMembership.class);

  /** How often a place that is taken is checked, besides whenever it changes. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  /** When a lease is checked that may be missing, or that was just created. */
  private static final Duration CHECK_SOON = Duration.ofSeconds(1);

  private final ZooKeeperAddress address;
  private final ZooKeeperClient client;
  private final MembershipThread thread;
  private final LiveMembers live;
  private final List<TaskId> tasks;
  private final Set<ZooKeeperLease> leases = ConcurrentHashMap.newKeySet();

  /** When each lease is checked next, in nanoseconds. */
  private final Map<ZooKeeperLease, Long> checks = new ConcurrentHashMap<>();

  private final Set<ZooKeeperCandidate> candidates = ConcurrentHashMap.newKeySet();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();

  private ZooKeeperMembership(
      ZooKeeperAddress address,
      ZooKeeperClient client,
      MembershipThread thread,
      LiveMembers live,
      List<TaskId> tasks) {
    this.address = address;
    this.client = client;
    this.thread = thread;
    this.live = live;
    this.tasks = tasks;
  }

  static ZooKeeperMembership open(ZooKeeperAddress address, Duration limit) {
    Deadline deadline = Deadline.after(limit);
    return open(address, CuratorClient.connect(address, limit), deadline);
  }

  /** Opens a cluster with a client that is connected, and closed with the membership. */
  static ZooKeeperMembership open(
      ZooKeeperAddress address, ZooKeeperClient client, Deadline deadline) {
    MembershipThread thread = new MembershipThread(address.toString());
    LiveMembers live = new LiveMembers(address, thread);
    try {
      if (!address.counts().isEmpty()) {
        new PublishedCounts(client, address).publish();
      }
      List<TaskId> tasks = live.start(client, deadline.left()).tasks();
      ZooKeeperMembership membership =
          new ZooKeeperMembership(address, client, thread, live, tasks);
      membership.watchLeases();
      return membership;
    } catch (WeirException e) {
      live.close();
      thread.close();
      client.close();
      throw e;
    }
  }

  private void watchLeases() {
    live.addListener((task, now) -> leases.forEach(lease -> renew(lease, task)));
    client.listen(this::connectionChanged);
  }

  private void connectionChanged(ZooKeeperClient.ConnectionEvent event) {
    switch (event) {
      case SUSPENDED -> candidates.forEach(ZooKeeperCandidate::disconnected);
      case LOST -> {
        logger.warn("the session at {} is lost; its leases end", address);
        candidates.forEach(ZooKeeperCandidate::disconnected);
      }
      case RECONNECTED -> {
        leases.forEach(lease -> thread.execute(() -> renew(lease)));
        candidates.forEach(ZooKeeperCandidate::checkSoon);
      }
    }
  }

  private void renew(ZooKeeperLease lease, TaskId changed) {
    if (lease.member().task().equals(changed)) {
      renew(lease);
    }
  }

  private void renew(ZooKeeperLease lease) {
    try {
      // A node that is deleted before the watch has read it causes no event.
      check(lease, lease.renew() ? address.lease() : CHECK_SOON);
    } catch (RuntimeException | Error e) { // whatever it is, the lease must not be forgotten
      if (!closed.get()) {
        logger.warn("{}: renewing a lease failed, tried again soon: {}", address, e.getMessage());
        check(lease, CHECK_SOON);
      }
    }
  }

  /** Plans a check of a lease that is held, unless an earlier one is planned. */
  private void check(ZooKeeperLease lease, Duration delay) {
    long due = Time.current().nanoTime() + delay.toNanos();
    if (leases.contains(lease) && checks.merge(lease, due, Math::min).equals(due)) {
      thread.after(
          delay,
          () -> {
            if (checks.remove(lease, due)) {
              renew(lease);
            }
          });
    }
  }

  private void forget(ZooKeeperLease lease) {
    leases.remove(lease);
    checks.remove(lease);
  }

  @Override
  public String description() {
    return address.toString();
  }

  @Override
  public List<TaskId> tasks() {
    return tasks;
  }

  @Override
  public Optional<Member> find(TaskId task) {
    return live.find(task);
  }

  @Override
  public ClusterSpec await(Duration limit) {
    return live.await(this::whole, limit)
        .orElseThrow(() -> new WeirException(ErrorCode.DEADLINE_EXCEEDED, incomplete(limit)));
  }

  /**
   * The cluster, if all tasks are there and each has its own address. Two can have the same for a
   * while: one has died, and its lease has not ended when another starts where it was.
   */
  private Optional<ClusterSpec> whole(SortedMap<TaskId, Member> members) {
    ClusterSpec.Builder cluster = ClusterSpec.builder();
    Set<String> addresses = new HashSet<>();
    for (TaskId task : tasks) {
      Member member = members.get(task);
      if (member == null || !addresses.add(member.address())) {
        return Optional.empty();
      }
      cluster.task(task, member.address());
    }
    return Optional.of(cluster.build());
  }

  private String incomplete(Duration limit) {
    List<String> missing =
        tasks.stream().filter(task -> find(task).isEmpty()).map(TaskId::name).toList();
    String what =
        missing.isEmpty()
            ? "some of them share an address"
            : missing.size() + " have not registered: " + String.join(", ", missing);
    return "after %s ms the cluster at %s is not complete: of its %s tasks %s"
        .formatted(limit.toMillis(), address, tasks.size(), what);
  }

  @Override
  public Lease register(Member member, Duration limit) {
    return register(member, true, limit);
  }

  @Override
  public Lease register(Member member, boolean isListening, Duration limit) {
    if (!tasks.contains(member.task())) {
      throw WeirException.notFound(
          "the cluster at %s has no task %s; it has %s", address, member.task().name(), tasks);
    }
    ZooKeeperLease lease =
        new ZooKeeperLease(
            client,
            MemberNodes.path(address.path(), member.task()),
            member,
            isListening,
            this::forget);
    Deadline deadline = Deadline.after(limit);
    Optional<Member> holder = lease.take();
    holder.ifPresent(
        other ->
            logger.info(
                "{} waits up to {} ms for the lease of the one at {}",
                member.task(),
                limit.toMillis(),
                other.address()));
    while (holder.isPresent() && !deadline.hasPassed()) {
      awaitChange(holder.get(), deadline);
      holder = lease.take();
    }
    if (holder.isPresent()) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS,
          "%s is already running at %s, so it cannot start at %s; stop it there, or give this task"
                  .formatted(member.task().name(), holder.get().address(), member.address())
              + " another index");
    }
    leases.add(lease);
    check(lease, CHECK_SOON);
    return lease;
  }

  private void awaitChange(Member holder, Deadline deadline) {
    Duration left = deadline.left();
    live.await(
        members -> Optional.of(members).filter(all -> !holder.equals(all.get(holder.task()))),
        left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
  }

  @Override
  public Subscription listen(Listener listener) {
    Listener own = (task, now) -> listener.changed(task, now);
    live.addListener(own);
    return () -> live.removeListener(own);
  }

  @Override
  public Optional<Candidate> stand(TaskId task) {
    if (!tasks.contains(task)) {
      throw WeirException.notFound(
          "the cluster at %s has no task %s; it has %s", address, task.name(), tasks);
    }
    ZooKeeperCandidate candidate =
        new ZooKeeperCandidate(
            client,
            thread,
            electionPath(address.path(), task),
            task.name() + "#" + numbers.incrementAndGet(),
            address.lease(),
            candidates::remove);
    candidates.add(candidate);
    candidate.start();
    return Optional.of(candidate);
  }

  /** Beside the node of the cluster, so that it is no job of it. */
  private static String electionPath(String cluster, TaskId task) {
    return cluster + ".elections/" + task.job();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leases.forEach(ZooKeeperLease::abandon);
      candidates.forEach(candidate -> candidate.abandon());
      live.close();
      thread.close();
      client.close();
    }
  }

  /** The connection, for tests that break it. */
  ZooKeeperClient client() {
    return client;
  }
}

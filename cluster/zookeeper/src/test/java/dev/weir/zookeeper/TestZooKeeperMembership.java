package dev.weir.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.Candidate;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
final class TestZooKeeperMembership {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId WORKER = new TaskId("worker", 0);

  /** Short ticks allow sessions of a second, where a server's usual ones allow six. */
  private static final int TICK_MILLIS = 200;

  /** A session lasts however long a busy machine keeps its client from sending heartbeats. */
  private static final int LONG_SESSION_MILLIS = 120_000;

  private static TestingServer server;

  private final List<Membership> opened = new CopyOnWriteArrayList<>();
  private final String path;

  TestZooKeeperMembership(TestInfo test) {
    this.path = "/weir/" + test.getTestMethod().orElseThrow().getName();
  }

  @BeforeAll
  static void startServer() throws Exception {
    Map<String, Object> properties =
        Map.of("maxSessionTimeout", Integer.toString(LONG_SESSION_MILLIS));
    server =
        new TestingServer(
            new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, -1, properties), true);
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Membership::close);
  }

  @Test
  void registeredTasksAreFound() {
    Membership first = open("?ps=1&worker=1");
    Membership second = open("");
    assertThat(second.tasks()).containsExactly(PS, WORKER);
    assertThat(second.find(PS)).isEmpty();
    first.register(new Member(PS, "a:1", 11), LIMIT);
    second.register(new Member(WORKER, "b:2", 12), LIMIT);
    ClusterSpec cluster = ClusterSpec.parse("ps=a:1;worker=b:2");
    assertThat(first.await(LIMIT)).isEqualTo(cluster);
    assertThat(second.await(LIMIT)).isEqualTo(cluster);
    assertThat(second.find(PS)).contains(new Member(PS, "a:1", 11));
  }

  @Test
  void leasesStandInZooKeeperAsDocumented() throws Exception {
    ZooKeeperMembership membership = open("?ps=1&worker=2");
    membership.register(new Member(PS, "a:1", 11), LIMIT);
    assertThat(text(curator(membership), path)).isEqualTo("ps=1&worker=2");
    assertThat(text(curator(membership), path + "/ps/0"))
        .isEqualTo("{\"address\": \"a:1\", \"incarnation\": 11}");
  }

  @Test
  void oneOfThoseThatStandIsElectedAndAnotherWhenItIsGone() throws Exception {
    TaskId other = new TaskId("worker", 1);
    Membership first = open("?ps=1&worker=2");
    Membership second = open("");
    Candidate old = first.stand(WORKER).orElseThrow();
    await(old::isElected);
    Candidate young = second.stand(other).orElseThrow();
    assertThat(young.isElected()).isFalse();
    first.close();
    await(young::isElected);
    assertThat(old.isElected()).isFalse();
    assertThat(second.tasks()).hasSize(3);
    assertThatThrownBy(() -> second.stand(new TaskId("worker", 2)))
        .hasMessageContaining("has no task");
  }

  @Test
  void missingTasksAreNamed() throws Exception {
    Membership membership = open("?ps=1&worker=1");
    membership.register(new Member(PS, "a:1", 11), LIMIT);
    awaitMember(membership, PS);
    assertThatThrownBy(() -> membership.await(SHORT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessageContaining(path)
        .hasMessageEndingWith("1 have not registered: /job:worker/replica:0/task:0");
  }

  @Test
  void taskThatStartsElsewhereIsFound() throws InterruptedException {
    Membership others = open("?ps=1");
    Changes changes = new Changes();
    others.listen(changes);
    Membership before = open("");
    before.register(new Member(PS, "a:1", 11), LIMIT);
    assertThat(changes.next()).contains(new Member(PS, "a:1", 11));
    before.close();
    assertThat(changes.next()).isEmpty();
    open("").register(new Member(PS, "b:2", 12), LIMIT);
    assertThat(changes.next()).contains(new Member(PS, "b:2", 12));
    assertThat(others.find(PS)).contains(new Member(PS, "b:2", 12));
  }

  @Test
  void closedLeaseIsGoneAndListenersRest() throws InterruptedException {
    Membership membership = open("?ps=1");
    Changes changes = new Changes();
    Changes closed = new Changes();
    membership.listen(closed).close();
    membership.listen(changes);
    Lease lease = membership.register(new Member(PS, "a:1", 11), LIMIT);
    assertThat(changes.next()).isPresent();
    lease.close();
    lease.close();
    assertThat(changes.next()).isEmpty();
    assertThat(closed.seen).isEmpty();
    assertThat(lease.lost().toCompletableFuture()).isNotDone();
  }

  @Test
  void duplicateIsRefusedWithTheHoldersAddress() {
    Lease held = open("?ps=1").register(new Member(PS, "a:1", 11), LIMIT);
    Membership second = open("");
    assertThatThrownBy(() -> second.register(new Member(PS, "b:2", 12), SHORT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageContaining("/job:ps/replica:0/task:0 is already running at a:1")
        .hasMessageContaining("cannot start at b:2");
    assertThat(second.find(PS)).contains(new Member(PS, "a:1", 11));
    assertThat(held.lost().toCompletableFuture()).isNotDone();
  }

  @Test
  void aTaskAtTheAddressOfADeadOneNeedNotWait() {
    Lease dead = open("?ps=1").register(new Member(PS, "a:1", 11), LIMIT);
    Membership again = open("");
    again.register(new Member(PS, "a:1", 12), Duration.ZERO);
    assertThat(dead.lost().toCompletableFuture())
        .succeedsWithin(LIMIT)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED))
        .satisfies(e -> assertThat(e).hasMessageContaining("has lost its lease"));
  }

  @Test
  void aTaskBehindTheSameNameWaitsForTheOtherLease() {
    Lease held = open("?ps=1").register(new Member(PS, "name:1", 11), false, LIMIT);
    Membership second = open("");
    assertThatThrownBy(() -> second.register(new Member(PS, "name:1", 12), false, SHORT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
        .hasMessageContaining("is already running at name:1");
    assertThat(held.lost().toCompletableFuture()).isNotDone();
    held.close();
    second.register(new Member(PS, "name:1", 12), false, LIMIT);
  }

  @Test
  void aTaskAtAnotherAddressWaitsForTheDeadOnesLease() throws Exception {
    Membership again = open("?ps=1");
    CompletableFuture<Lease> started;
    try (CuratorFramework dead = client()) {
      byte[] data = MemberNodes.write(new Member(PS, "a:1", 11));
      dead.create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(path + "/ps/0", data);
      again.await(LIMIT);
      started =
          CompletableFuture.supplyAsync(() -> again.register(new Member(PS, "b:2", 12), LIMIT));
      assertThatThrownBy(() -> started.get(SHORT.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      endSession(dead);
      assertThat(started).succeedsWithin(LIMIT);
    }
    await(() -> again.find(PS).equals(Optional.of(new Member(PS, "b:2", 12))));
  }

  @Test
  void sessionThatTheServerEndsRegistersAgain() throws Exception {
    ZooKeeperMembership membership = open("?ps=1");
    Lease lease = membership.register(new Member(PS, "a:1", 11), LIMIT);
    Membership others = open("");
    others.await(LIMIT);
    long before = owner(curator(membership));
    endSession(curator(membership));
    await(() -> owner(curator(membership)) != before && owner(curator(membership)) != 0);
    assertThat(others.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1"));
    assertThat(lease.lost().toCompletableFuture()).isNotDone();
  }

  @Test
  void sessionThatTheClientThinksLostRegistersAgain() throws Exception {
    ZooKeeperMembership membership = open("?ps=1&lease-seconds=2"); // the old one has to end
    membership.register(new Member(PS, "a:1", 11), LIMIT);
    long before = owner(curator(membership));
    curator(membership).getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    Membership others = open("");
    await(() -> owner(curator(membership)) != before && owner(curator(membership)) != 0);
    assertThat(others.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1"));
  }

  @Test
  void leaseThatAnotherTookStaysLost() throws Exception {
    ZooKeeperMembership membership = open("?ps=1");
    Lease lease = membership.register(new Member(PS, "a:1", 11), LIMIT);
    byte[] other = MemberNodes.write(new Member(PS, "b:2", 12));
    curator(membership).setData().forPath(path + "/ps/0", other);
    assertThat(lease.lost().toCompletableFuture())
        .succeedsWithin(LIMIT)
        .satisfies(e -> assertThat(e).hasMessageContaining("another one runs at b:2"));
    Membership others = open("");
    Changes changes = new Changes();
    others.listen(changes);
    curator(membership).delete().forPath(path + "/ps/0");
    assertThat(changes.next()).isEmpty();
    others.register(new Member(PS, "c:3", 13), LIMIT);
    assertThat(changes.next()).contains(new Member(PS, "c:3", 13));
  }

  @Test
  void deletedNodeComesBack() throws Exception {
    ZooKeeperMembership membership = open("?ps=1");
    membership.register(new Member(PS, "a:1", 11), LIMIT);
    Membership others = open("");
    others.await(LIMIT);
    curator(membership).delete().forPath(path + "/ps/0");
    await(() -> owner(curator(membership)) != 0);
    assertThat(others.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1"));
  }

  @Test
  void nodeDeletedBeforeItsTaskHasReadItComesBack() throws Exception {
    ZooKeeperMembership membership = open("?ps=1");
    try (CuratorFramework other = client()) {
      membership.register(new Member(PS, "a:1", 11), LIMIT);
      other.delete().forPath(path + "/ps/0");
    }
    await(() -> owner(curator(membership)) != 0);
    assertThat(membership.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1"));
  }

  @Test
  void nodesThatAreNoMembersCountAsNone() throws Exception {
    ZooKeeperMembership membership = open("?ps=2");
    CuratorFramework client = curator(membership);
    client.create().creatingParentsIfNeeded().forPath(path + "/ps/0", new byte[] {'{'});
    client.create().forPath(path + "/ps/x", new byte[] {1});
    membership.register(new Member(new TaskId("ps", 1), "b:2", 12), LIMIT);
    awaitMember(membership, new TaskId("ps", 1));
    assertThatThrownBy(() -> membership.await(SHORT))
        .hasMessageEndingWith("1 have not registered: /job:ps/replica:0/task:0");
    membership.register(new Member(PS, "a:1", 11), Duration.ZERO);
    assertThat(membership.await(LIMIT)).isEqualTo(ClusterSpec.parse("ps=a:1,b:2"));
  }

  @Test
  void tasksWithTheSameAddressAreNotACluster() throws Exception {
    Membership membership = open("?ps=2");
    membership.register(new Member(PS, "a:1", 11), LIMIT);
    membership.register(new Member(new TaskId("ps", 1), "a:1", 12), LIMIT);
    awaitMember(membership, PS);
    awaitMember(membership, new TaskId("ps", 1));
    assertThatThrownBy(() -> membership.await(SHORT))
        .hasMessageEndingWith("of its 2 tasks some of them share an address");
  }

  @Test
  void taskThatTheClusterDoesNotHaveIsRefused() {
    Membership membership = open("?ps=1");
    assertThatThrownBy(() -> membership.register(new Member(WORKER, "a:1", 11), LIMIT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("has no task /job:worker/replica:0/task:0")
        .hasMessageContaining("[/job:ps/replica:0/task:0]");
  }

  @Test
  void otherNumbersOfTasksAreRefusedWhileSomeRun() {
    Lease lease = open("?ps=1").register(new Member(PS, "a:1", 11), LIMIT);
    assertThatThrownBy(() -> open("?ps=2"))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
        .hasMessageContaining("has ps=1, not ps=2, and /job:ps/replica:0/task:0 is registered");
    lease.close();
    assertThat(open("?ps=2").tasks()).hasSize(2);
  }

  @Test
  void aTaskWithoutCountsFailsAfterTheLimit() {
    WeirException failure = failureToOpen(SHORT);
    for (Duration limit = SHORT;
        failure.code() == ErrorCode.UNAVAILABLE && limit.compareTo(LIMIT) < 0;
        limit = limit.multipliedBy(2)) {
      failure = failureToOpen(limit); // on a busy machine even connecting may take that long
    }
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(failure).hasMessageContaining("the tasks of the cluster at zk://");
  }

  private WeirException failureToOpen(Duration limit) {
    return catchThrowableOfType(
        WeirException.class, () -> Memberships.open(description(""), limit));
  }

  @Test
  void aTaskWithoutCountsWaitsForThem() throws Exception {
    CompletableFuture<Membership> later = CompletableFuture.supplyAsync(() -> open(""));
    open("?ps=1");
    assertThat(later.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS).tasks()).containsExactly(PS);
  }

  @Test
  void withoutZooKeeperItFailsInTime() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    long start = System.nanoTime();
    assertThatThrownBy(() -> Memberships.open("zk://127.0.0.1:" + port + "/weir/x?ps=1", SHORT))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageContaining("no ZooKeeper answered at 127.0.0.1:" + port + " within 300 ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);
  }

  private ZooKeeperMembership open(String tasks) {
    ZooKeeperMembership membership =
        (ZooKeeperMembership) Memberships.open(description(tasks), LIMIT);
    opened.add(membership);
    return membership;
  }

  private String description(String tasks) {
    String lease = tasks.contains("lease-seconds") ? "" : "lease-seconds=120";
    String separator = tasks.isEmpty() ? "?" : lease.isEmpty() ? "" : "&";
    return "zk://" + server.getConnectString() + path + tasks + separator + lease;
  }

  private static CuratorFramework curator(ZooKeeperMembership membership) {
    return ((CuratorClient) membership.client()).curator();
  }

  private static CuratorFramework client() {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            server.getConnectString(), LONG_SESSION_MILLIS, 3_000, new RetryOneTime(100));
    client.start();
    return client;
  }

  /** Has the server end a session, as it does when it has not heard of it for a lease. */
  private static void endSession(CuratorFramework client) throws Exception {
    ZooKeeper session = client.getZookeeperClient().getZooKeeper();
    CountDownLatch connected = new CountDownLatch(1);
    try (ZooKeeper twin =
        new ZooKeeper(
            server.getConnectString(),
            LONG_SESSION_MILLIS,
            event -> connected.countDown(),
            session.getSessionId(),
            session.getSessionPasswd())) {
      assertThat(connected.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(twin.getSessionId()).isEqualTo(session.getSessionId());
    }
  }

  /** The session that holds the lease of ps 0; 0 if none does. */
  private long owner(CuratorFramework client) throws Exception {
    Stat stat = client.checkExists().forPath(path + "/ps/0");
    return stat == null ? 0 : stat.getEphemeralOwner();
  }

  /** Until a membership has heard of a task: what it registers comes back from the server. */
  private static void awaitMember(Membership membership, TaskId task) throws Exception {
    await(() -> membership.find(task).isPresent());
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private static String text(CuratorFramework client, String path) throws Exception {
    return new String(client.getData().forPath(path), StandardCharsets.UTF_8);
  }

  /** What a listener is told, in order. */
  private static final class Changes implements Membership.Listener {
    private final BlockingQueue<Optional<Member>> seen = new LinkedBlockingQueue<>();

    @Override
    public void changed(TaskId task, Optional<Member> now) {
      seen.add(now);
    }

    Optional<Member> next() throws InterruptedException {
      Optional<Member> next = seen.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(next).as("a change in time").isNotNull();
      return next;
    }
  }
}

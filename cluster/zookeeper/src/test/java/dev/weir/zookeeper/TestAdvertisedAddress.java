package dev.weir.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LoopbackPorts;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.time.Duration;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a task registers when it binds one address and is found at another. */
@Timeout(300)
final class TestAdvertisedAddress {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId WORKER = new TaskId("worker", 0);

  private static int freePort() {
    return LoopbackPorts.ofProcess().next();
  }

  @Test
  void othersFindTheTaskWhereItAdvertises() throws Exception {
    int port = freePort();
    try (TestingServer zooKeeper = new TestingServer();
        Membership membership = open(zooKeeper);
        Server ps = start(membership, PS, "0.0.0.0", port, "localhost:" + port);
        Server worker = start(membership, WORKER, "0.0.0.0", 0, "localhost")) {
      membership.await(LIMIT); // what a task registers comes back from the server
      assertThat(membership.find(PS).map(Member::address)).contains("localhost:" + port);
      assertThat(ps.address()).isEqualTo("localhost:" + port);
      assertThat(worker.target()).matches("grpc://localhost:[1-9][0-9]*");
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      Output there = ops.withDevice("/job:ps/task:0").constant(3f);
      Output y = ops.withDevice("/job:worker/task:0").math.square(there);
      try (Session session = Session.connect(worker.target(), graph)) {
        assertThat(session.run(y).getFloat(0)).isEqualTo(9f);
      }
    }
  }

  @Test
  void numbersOfIpv6NeedNoPort() throws Exception {
    try (TestingServer zooKeeper = new TestingServer();
        Membership membership = open(zooKeeper);
        Server ps = start(membership, PS, "0.0.0.0", 0, "2001:db8::7");
        Server worker = start(membership, WORKER, "0.0.0.0", 0, "[2001:db8::8]:2222")) {
      assertThat(ps.address()).matches("\\[2001:db8::7]:[1-9][0-9]*");
      assertThat(worker.address()).isEqualTo("[2001:db8::8]:2222");
    }
  }

  @Test
  void allInterfacesAreNoAddressToRegister() throws Exception {
    try (TestingServer zooKeeper = new TestingServer();
        Membership membership = open(zooKeeper)) {
      ServerOptions options = ServerOptions.builder(PS, membership).host("0.0.0.0").port(0).build();
      assertThatThrownBy(() -> Server.start(options))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("give --advertise HOST or HOST:PORT");
      assertThatThrownBy(() -> start(membership, PS, "0.0.0.0", 0, "0.0.0.0:2222"))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("--advertise 0.0.0.0:2222 is not an address");
    }
  }

  @Test
  void aSecondTaskBehindTheSameNameDoesNotReplaceTheFirst() throws Exception {
    String name = "weir-ps.example:2222"; // as that of a service: it is no address of this machine
    try (TestingServer zooKeeper = new TestingServer();
        Membership membership = open(zooKeeper);
        Server ps = start(membership, PS, "0.0.0.0", 0, name);
        Membership others = open(zooKeeper)) {
      ServerOptions hasty =
          options(others, PS, "0.0.0.0", 0, name).registerTimeout(Duration.ofMillis(100)).build();
      assertThatThrownBy(() -> Server.start(hasty))
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS))
          .hasMessageContaining("is already running at " + name);
      assertThat(ps.health().readiness().isGood()).isTrue();
      assertThat(others.find(PS).map(Member::address)).contains(name);
    }
  }

  @Test
  void aTaskThatListensWhereADeadOneWasReplacesIt() throws Exception {
    int port = freePort();
    try (TestingServer zooKeeper = new TestingServer();
        Membership membership = open(zooKeeper);
        Membership others = open(zooKeeper)) {
      Lease dead = others.register(new Member(PS, "127.0.0.1:" + port, 11), LIMIT);
      try (Server ps = start(membership, PS, "0.0.0.0", port, "127.0.0.1")) {
        assertThat(ps.address()).isEqualTo("127.0.0.1:" + port);
        assertThat(dead.lost().toCompletableFuture()).succeedsWithin(LIMIT);
      }
    }
  }

  private static Membership open(TestingServer zooKeeper) {
    return Memberships.open(
        "zk://" + zooKeeper.getConnectString() + "/advertised?ps=1&worker=1&lease-seconds=60",
        LIMIT);
  }

  private static Server start(
      Membership membership, TaskId task, String bind, int port, String advertised) {
    return Server.start(options(membership, task, bind, port, advertised).build());
  }

  private static ServerOptions.Builder options(
      Membership membership, TaskId task, String bind, int port, String advertised) {
    return ServerOptions.builder(task, membership).host(bind).port(port).advertise(advertised);
  }
}

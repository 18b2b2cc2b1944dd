package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Variables, queues and containers on a cluster, which several clients share. */
@Timeout(60)
final class TestSharedState {
  private static final String PS = "/job:ps/task:0";
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));

  private final LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** A client with a graph of its own, in which there is a variable on the ps. */
  private final class Client implements AutoCloseable {
    final Graph graph = new Graph();
    final Ops ops = Ops.create(graph);
    final GraphVariable shared;
    final Node increment;
    final Session session;

    Client(int worker, String container, ClusterOptions options) {
      for (int i = 0; i < worker; i++) {
        ops.constant((float) i); // no two graphs are alike
      }
      Ops there = ops.withName("shared").withDevice(PS);
      shared = there.state.variable(ops.constant(1f), container);
      increment = shared.assignAdd(ops.constant(1f));
      shared.read();
      session = Session.connect(cluster.target("worker", worker), graph, options);
    }

    Client(int worker) {
      this(worker, "", ClusterOptions.DEFAULT);
    }

    float value() {
      Output read = graph.output("shared/Read");
      return session.runner().options(BOUNDED).run(read).getFloat(0);
    }

    void run(Node node) {
      session.runner().addTarget(node).options(BOUNDED).run();
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private static void assertUninitialized(Client client) {
    assertThatThrownBy(client::value)
        .isInstanceOfSatisfying(
            WeirException.class,
            e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
        .hasMessageContaining("shared");
  }

  @Test
  void clientsWithDifferentGraphsShareAVariable() {
    try (Client first = new Client(0);
        Client second = new Client(1)) {
      first.run(first.shared.initializer());
      second.run(second.increment);
      assertThat(first.value()).isEqualTo(2);
      first.run(first.increment);
      assertThat(second.value()).isEqualTo(3);
    }
  }

  @Test
  void stateOutlivesItsSession() {
    try (Client first = new Client(0)) {
      first.run(first.shared.initializer());
    }
    try (Client second = new Client(1)) {
      assertThat(second.value()).isEqualTo(1);
    }
  }

  @Test
  void isolatedSessionHasStateOfItsOwn() {
    ClusterOptions isolated = ClusterOptions.builder().isolated(true).build();
    try (Client shared = new Client(0);
        Client alone = new Client(1, "", isolated)) {
      shared.run(shared.shared.initializer());
      assertUninitialized(alone);
      alone.run(alone.shared.initializer());
      alone.run(alone.increment);
      assertThat(alone.value()).isEqualTo(2);
      assertThat(shared.value()).isEqualTo(1);
    }
    try (Client next = new Client(1, "", isolated)) {
      assertUninitialized(next);
    }
  }

  @Test
  void resetClearsContainersAndEndsSessions() {
    try (Client plain = new Client(0);
        Client boxed = new Client(1, "box", ClusterOptions.DEFAULT)) {
      plain.run(plain.shared.initializer());
      boxed.run(boxed.shared.initializer());
      boxed.run(boxed.increment);
      plain.session.reset("box");
      assertThatThrownBy(plain::value)
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED))
          .hasMessageContaining("reset");
    }
    try (Client plain = new Client(0);
        Client boxed = new Client(1, "box", ClusterOptions.DEFAULT)) {
      assertThat(plain.value()).isEqualTo(1);
      assertUninitialized(boxed);
    }
  }

  @Test
  void manyClientsIncrementAtOnce() throws Exception {
    try (Client first = new Client(0)) {
      first.run(first.shared.initializer());
      List<CompletableFuture<?>> runs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int worker = i % 2;
        runs.add(CompletableFuture.runAsync(() -> incrementTenTimes(worker), TestSharedState::go));
      }
      for (CompletableFuture<?> run : runs) {
        run.get(50, TimeUnit.SECONDS);
      }
      assertThat(first.value()).isEqualTo(41);
    }
  }

  private void incrementTenTimes(int worker) {
    try (Client client = new Client(worker)) {
      for (int i = 0; i < 10; i++) {
        client.run(client.increment);
      }
    }
  }

  private static void go(Runnable task) {
    Thread.ofVirtual().start(task);
  }

  /** A client of a queue on the ps that all know by its name. */
  private static Output queue(Ops ops) {
    IoOps.QueueOptions options =
        IoOps.QueueOptions.DEFAULT.withShapes(Shape.scalar()).withCapacity(2).withName("", "jobs");
    return ops.withDevice(PS).io.fifoQueue(List.of(DType.FLOAT32), options);
  }

  @Test
  void queueIsServedWhileOthersFillIt() throws Exception {
    Graph producer = new Graph();
    Ops puts = Ops.create(producer);
    Output job = puts.placeholder(DType.FLOAT32, Shape.scalar());
    Node put = puts.io.queueEnqueue(queue(puts), List.of(job));
    Graph consumer = new Graph();
    Ops takes = Ops.create(consumer);
    Output taken = takes.io.queueDequeue(queue(takes), List.of(DType.FLOAT32)).get(0);
    Output done = takes.withDevice("/job:worker/task:1").math.neg(taken);
    try (Session in = Session.connect(cluster.target("worker", 0), producer);
        Session out = Session.connect(cluster.target("worker", 1), consumer)) {
      List<CompletableFuture<List<Tensor>>> waiting = new ArrayList<>();
      for (int i = 0; i < 6; i++) { // all of them wait before anything is there
        waiting.add(
            CompletableFuture.supplyAsync(
                () -> out.runner().fetch(done).options(BOUNDED).run(), TestSharedState::go));
      }
      float sum = 0;
      for (int i = 1; i <= 6; i++) {
        in.runner().feed(job, Tensors.scalar((float) i)).addTarget(put).options(BOUNDED).run();
      }
      for (CompletableFuture<List<Tensor>> result : waiting) {
        sum += result.get(30, TimeUnit.SECONDS).get(0).getFloat(0);
      }
      assertThat(sum).isEqualTo(-21);
    }
  }

  @Test
  void filteredSessionDoesNotWaitForOtherTasks() {
    cluster.stop("worker", 1);
    ClusterOptions filtered = ClusterOptions.builder().deviceFilters(List.of("/job:ps")).build();
    try (Client client = new Client(0, "", filtered)) {
      client.run(client.shared.initializer());
      assertThat(client.value()).isEqualTo(1);
      Output far = client.ops.withDevice("/job:worker/task:1").constant(1f);
      assertThatThrownBy(() -> client.session.runner().fetch(far).run())
          .hasMessageContaining("Cannot assign a device for operation Const")
          .hasMessageContaining("/job:ps/replica:0/task:0/device:CPU:0: is not");
    }
  }
}

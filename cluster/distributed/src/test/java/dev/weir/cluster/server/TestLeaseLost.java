package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.Lease;
import dev.weir.cluster.Member;
import dev.weir.cluster.Membership;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that has lost its place to another one serves no more. */
@Timeout(60)
final class TestLeaseLost {
  private static final TaskId WORKER = new TaskId("worker", 0);

  /** A membership whose lease a test can take away. */
  private static final class Revocable implements Membership {
    private final Membership fixed;
    final CompletableFuture<WeirException> lost = new CompletableFuture<>();

    Revocable(Membership fixed) {
      this.fixed = fixed;
    }

    @Override
    public String description() {
      return fixed.description();
    }

    @Override
    public List<TaskId> tasks() {
      return fixed.tasks();
    }

    @Override
    public Optional<Member> find(TaskId task) {
      return fixed.find(task);
    }

    @Override
    public Optional<String> described(TaskId task) {
      return fixed.described(task);
    }

    @Override
    public ClusterSpec await(Duration limit) {
      return fixed.await(limit);
    }

    @Override
    public Lease register(Member member, Duration limit) {
      Lease held = fixed.register(member, limit);
      return new Lease() {
        @Override
        public Member member() {
          return held.member();
        }

        @Override
        public CompletionStage<WeirException> lost() {
          return lost;
        }

        @Override
        public void close() {
          held.close();
        }
      };
    }

    @Override
    public Subscription listen(Listener listener) {
      return fixed.listen(listener);
    }

    @Override
    public void close() {
      fixed.close();
    }
  }

  @Test
  void aReplacedTaskRefusesSessionsAndStepsAndIsNotHealthy() throws Exception {
    try (LocalCluster ports = LocalCluster.start(Map.of("worker", 1))) {
      ports.stop("worker", 0); // its port is free
      Revocable membership = new Revocable(new FixedMembership(ports.spec()));
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      Output two = ops.math.add(ops.placeholder(DType.FLOAT32, Shape.scalar()), ops.constant(1f));
      try (Server server = Server.start(ServerOptions.of(WORKER, membership));
          Session session = Session.connect(server.target(), graph)) {
        Tensor one = Tensors.scalar(1f);
        Output x = two.node().input(0);
        assertThat(session.runner().feed(x, one).run(two).getFloat(0)).isEqualTo(2);
        assertThat(server.health().liveness().isGood()).isTrue();
        assertThat(server.health().readiness().isGood()).isTrue();
        assertThat(server.replaced().toCompletableFuture()).isNotDone();
        membership.lost.complete(new WeirException(ErrorCode.ABORTED, "another one runs at b:2"));
        assertThat(server.replaced().toCompletableFuture().get(10, TimeUnit.SECONDS))
            .hasMessage("another one runs at b:2");
        assertThatThrownBy(() -> session.runner().feed(x, one).fetch(two).run())
            .isInstanceOfSatisfying(
                WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
            .hasMessageContaining("this task stops serving: another one runs at b:2");
        assertThat(server.health().liveness().reason()).isEqualTo("replaced");
        assertThat(server.health().liveness().isGood()).isFalse();
        assertThat(server.health().readiness().isGood()).isFalse();
        assertThat(server.drain(Duration.ofSeconds(5))).isTrue();
      }
    }
  }
}

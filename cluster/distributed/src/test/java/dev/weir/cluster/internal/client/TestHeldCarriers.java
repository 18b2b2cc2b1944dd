package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program that blocks virtual threads where they hold the threads that carry them, until no other
 * virtual thread can run.
 */
@Timeout(60)
final class TestHeldCarriers {
  private static final CountDownLatch END = new CountDownLatch(1);

  private final List<Thread> held = new ArrayList<>();

  /** Blocks the thread that initializes it, which cannot be unmounted from its carrier. */
  private static final class Blocking {
    static {
      try {
        assertThat(END.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @BeforeEach
  void holdAll() throws Exception {
    byte[] code = blockingCode();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      held.add(Thread.ofVirtual().start(() -> block(code)));
    }
    Thread another = Thread.ofVirtual().start(() -> {});
    held.add(another);
    assertThat(another.join(Duration.ofMillis(200))).as("another could run").isFalse();
  }

  private static byte[] blockingCode() throws IOException {
    String file = Blocking.class.getName().substring(Blocking.class.getPackageName().length() + 1);
    try (InputStream in = Blocking.class.getResourceAsStream(file + ".class")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  /** Initializes a class of its own, the same for each thread but for its identity. */
  private static void block(byte[] code) {
    try {
      MethodHandles.lookup()
          .defineHiddenClass(code, true, MethodHandles.Lookup.ClassOption.NESTMATE);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void letGo() throws InterruptedException {
    END.countDown();
    for (Thread thread : held) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void runsSteps() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice("/job:ps/task:0");
    Ops worker = Ops.create(graph).withDevice("/job:worker/task:0");
    Output sum = worker.math.add(ps.constant(1f), worker.constant(2f));
    try (LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 1));
        Session session = Session.connect(cluster.target("worker", 0), graph)) {
      RunOptions soon = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));
      assertThat(session.runner().options(soon).run(sum).getFloat(0)).isEqualTo(3);
    }
  }
}

package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.Tensors;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A graph of 100,000 nodes, the longest chain there can be, is nothing special. */
final class TestGraphDefSize {
  private static final int NODES = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static Graph chain() {
    Graph graph = SampleOps.graph();
    Node last = SampleGraphs.constant(graph, "c", Tensors.scalar(1f));
    for (int i = 1; i < NODES; i++) {
      last = graph.node("Identity", "chain").input(last).build();
    }
    return graph;
  }

  /** Time of this thread, the best of three: what else the machine does is not the point. */
  private static Duration time(Runnable action) {
    Duration best = Duration.ofDays(1);
    for (int i = 0; i < 3 && best.compareTo(LIMIT) > 0; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      action.run();
      Duration taken = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
      best = taken.compareTo(best) < 0 ? taken : best;
    }
    return best;
  }

  @Test
  void buildsWritesReadsAndChecks() {
    assertThat(time(TestGraphDefSize::chain)).as("build").isLessThan(LIMIT);
    Graph graph = chain();
    assertThat(time(() -> GraphDefs.toBinary(graph))).as("write").isLessThan(LIMIT);
    byte[] bytes = GraphDefs.toBinary(graph);
    assertThat(time(() -> read(bytes))).as("read").isLessThan(LIMIT);
    assertThat(read(bytes).size()).isEqualTo(NODES);
    assertThat(time(() -> GraphValidator.check(graph))).as("check").isLessThan(LIMIT);
  }

  private static Graph read(byte[] bytes) {
    return GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry());
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void aLongCycleIsNamedInShort() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < NODES; i++) {
      int next = (i + 1) % NODES;
      text.append("node{name:'n")
          .append(i)
          .append("' op:'NoOp' input:'^n")
          .append(next)
          .append("'}");
    }
    assertThatThrownBy(() -> GraphDefs.fromText(text.toString(), SampleOps.registry()))
        .hasMessageContaining("and 99990 more")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
  }
}

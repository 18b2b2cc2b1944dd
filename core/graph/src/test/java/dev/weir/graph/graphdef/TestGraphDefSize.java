package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.Tensors;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A graph of 100,000 nodes, the longest chain there can be, is nothing special. */
final class TestGraphDefSize {
  private static final int NODES = 100_000;
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private static Graph chain() {
    Graph graph = SampleOps.graph();
    Node last = SampleGraphs.constant(graph, "c", Tensors.scalar(1f));
    for (int i = 1; i < NODES; i++) {
      last = graph.node("Identity", "chain").input(last).build();
    }
    return graph;
  }

  private static Duration time(Runnable action) {
    long start = System.nanoTime();
    action.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void buildsWritesReadsAndChecks() {
    Graph[] graph = new Graph[2];
    byte[][] bytes = new byte[1][];
    assertThat(time(() -> graph[0] = chain())).as("build").isLessThan(LIMIT);
    assertThat(time(() -> bytes[0] = GraphDefs.toBinary(graph[0]))).as("write").isLessThan(LIMIT);
    assertThat(time(() -> graph[1] = read(bytes[0]))).as("read").isLessThan(LIMIT);
    assertThat(graph[1].size()).isEqualTo(NODES);
    assertThat(time(() -> GraphValidator.check(graph[1]))).as("check").isLessThan(LIMIT);
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

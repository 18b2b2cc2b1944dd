package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Layouts that TensorFlow has only on GPUs give what the usual one gives, transposed. */
final class TestChannelsFirst {
  @Test
  void spaceToDepth() {
    assertSameAsChannelsLast("SpaceToDepth", Shape.of(2, 4, 6, 3));
  }

  @Test
  void depthToSpace() {
    assertSameAsChannelsLast("DepthToSpace", Shape.of(2, 2, 3, 12));
  }

  private static void assertSameAsChannelsLast(String op, Shape images) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.constant(Values.range(images.sizes()).as(DType.FLOAT32));
    Output last = moved(graph, op, x, "NHWC");
    Output toFirst = ops.constant(new int[] {0, 3, 1, 2});
    Output toLast = ops.constant(new int[] {0, 2, 3, 1});
    Output first = moved(graph, op, ops.array.transpose(x, toFirst), "NCHW");
    Output back = ops.array.transpose(first, toLast);
    try (Session session = Session.open(graph)) {
      List<Tensor> both = session.runner().fetch(last.name()).fetch(back.name()).run();
      assertThat(Tolerance.ofUlps(0).compare(both.get(1), both.get(0)).difference()).isNull();
    }
  }

  private static Output moved(Graph graph, String op, Output x, String format) {
    return graph
        .node(op, op)
        .input(x)
        .attr("block_size", 2)
        .attr("data_format", format)
        .build()
        .output(0);
  }
}

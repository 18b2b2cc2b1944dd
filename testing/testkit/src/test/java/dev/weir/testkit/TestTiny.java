package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.text.GraphText;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.PartialRun;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.TracedRun;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole public interface in one sitting: read from top to bottom. */
final class TestTiny {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  @Test
  void tensorsHaveATypeAShapeAndElements() {
    Tensor matrix = Tensors.of(Shape.of(2, 3), 1f, 2f, 3f, 4f, 5f, 6f);
    assertThat(matrix.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(matrix.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(matrix.getFloat(5)).isEqualTo(6f); // by row-major position
    assertThat(matrix).hasToString("float32[2,3]\n[[1.0, 2.0, 3.0],\n [4.0, 5.0, 6.0]]");
    matrix.close(); // allowed, never needed
    assertThatThrownBy(() -> matrix.getFloat(0)).isInstanceOf(WeirException.class);
  }

  @Test
  void opsBuildAGraphAndASessionRunsIt() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output w = ops.withName("w").constant(Tensors.of(Shape.of(2, 2), 1f, 2f, 3f, 4f));
    Output y = ops.withName("y").linalg.matMul(x, w);
    assertThat(y.shape()).isEqualTo(Shape.of(-1, 2)); // known before anything runs

    try (Session session = Session.open(graph)) {
      Tensor row = Tensors.of(Shape.of(1, 2), 10f, 1f);
      Tensor product = session.runner().feed("x", row).run("y");
      assertThat(product).hasToString("float32[1,2]\n[[13.0, 24.0]]");
      // any edge can be fed, any edge fetched
      assertThat(session.runner().feed(y, row).run(y).getFloat(0)).isEqualTo(10f);
    }
  }

  @Test
  void mistakesNameTheRuleBothValuesAndTheLine() {
    Output a = ops.placeholder(DType.FLOAT32, Shape.of(32, 784));
    Output b = ops.placeholder(DType.FLOAT32, Shape.of(785, 128));
    assertThatThrownBy(() -> ops.withName("product").linalg.matMul(a, b))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining("[MatMul \"product\"] inner dimensions must agree")
        .hasMessageContaining("a is float32[32,784], b is float32[785,128]")
        .hasMessageContaining("built at TestTiny.java:");
  }

  @Test
  void functionsLoop() {
    GraphFunction small =
        ops.function(
            "small",
            List.of(DType.INT32),
            (body, n) -> List.of(body.math.less(n.get(0), body.constant(100))));
    GraphFunction twice =
        ops.function(
            "twice", List.of(DType.INT32), (body, n) -> List.of(body.math.add(n.get(0), n.get(0))));
    List<Output> power = ops.control.whileLoop(small, twice, List.of(ops.constant(1)));
    try (Session session = Session.open(graph)) {
      assertThat(session.run(power.get(0)).getInt(0)).isEqualTo(128);
    }
  }

  @Test
  void nodesArePlacedOnDevices() {
    Output x = ops.withDevice("/device:CPU:0").placeholder(DType.FLOAT32, Shape.scalar());
    Output y = ops.withName("y").withDevice("/device:CPU:1").math.neg(x);
    try (Session session = Session.open(graph, LocalOptions.builder().cpus(2).build())) {
      Placement placement =
          session.runner().feed(x, Tensors.scalar(3f)).fetch(y).explainPlacement();
      assertThat(placement.decisions())
          .anySatisfy(
              decision -> {
                assertThat(decision.node()).isEqualTo("y");
                assertThat(decision.device()).endsWith("/device:CPU:1");
              });
      Tensor negative = session.runner().feed(x, Tensors.scalar(3f)).run(y);
      assertThat(negative.getFloat(0)).isEqualTo(-3f);
    }
  }

  @Test
  void partialRunsAreFedBitByBit() {
    ops.withName("a").placeholder(DType.FLOAT32, Shape.scalar());
    ops.withName("b").placeholder(DType.FLOAT32, Shape.scalar());
    ops.withName("square").math.square(graph.output("a"));
    ops.withName("sum").math.add(graph.output("square"), graph.output("b"));
    RunOptions options = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(20));
    try (Session session = Session.open(graph);
        PartialRun run =
            session.partialRun(List.of("a", "b"), List.of("square", "sum"), List.of(), options)) {
      run.feed("a", Tensors.scalar(3f));
      float square = run.fetch("square").getFloat(0);
      assertThat(square).isEqualTo(9f);
      run.feed("b", Tensors.scalar(square + 1)); // from what came out so far
      assertThat(run.fetch("sum").getFloat(0)).isEqualTo(19f);
      run.finish();
    }
  }

  @Test
  void tracesShowWhatRan() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.scalar());
    Output y = ops.withName("y").math.exp(x);
    try (Session session = Session.open(graph)) {
      TracedRun run = session.runner().feed(x, Tensors.scalar(0f)).fetch(y).runTraced();
      assertThat(run.fetched().get(0).getFloat(0)).isEqualTo(1f);
      assertThat(run.trace().nodes()).anyMatch(node -> node.node().equals("y"));
      assertThat(run.trace().toChromeJson()).contains("\"Exp\""); // for chrome://tracing
    }
  }

  @Test
  void graphsAreTensorFlowsFilesAndReadableText() {
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(2));
    ops.withName("y").math.add(x, ops.withName("one").constant(1f));

    byte[] file = GraphDefs.toBinary(graph); // what TensorFlow reads and writes
    Graph again = GraphDefs.fromBinary(file);
    assertThat(GraphDefs.toBinary(again)).isEqualTo(file);

    assertThat(GraphText.print(again)).contains("%y = AddV2(%x, %one)  # -> float32[2]");
    Graph parsed = GraphText.parse(GraphText.print(again));
    try (Session session = Session.open(parsed)) {
      Tensor sum = session.runner().feed("x", Tensors.vector(1f, 2f)).run("y");
      assertThat(sum).hasToString("float32[2] [2.0, 3.0]");
    }
  }
}

package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Scope;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.text.GraphText;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TensorFlow reads the graphs we write, and they mean the same to it. */
final class TestGraphFiles {
  private final Graph graph = new Graph();
  private final Scope scope = Scope.of(graph);

  private Node constant(String name, Tensor value) {
    return scope
        .withName(name)
        .node("Const")
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build();
  }

  /** Runs the graph in TensorFlow as we write it, and again after we have read it back. */
  private List<Tensor> run(String... fetches) {
    byte[] written = GraphDefs.toBinary(graph);
    byte[] again = GraphDefs.toBinary(GraphDefs.fromBinary(written));
    byte[] text = GraphDefs.toBinary(GraphText.parse(GraphText.print(graph)));
    assertThat(again).isEqualTo(written);
    assertThat(text).isEqualTo(written);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(written)) {
      return oracle.run(Map.of(), List.of(fetches), List.of());
    }
  }

  @Test
  void constantsOfEveryTypeKeepTheirBits() {
    List<Tensor> values = new ArrayList<>();
    for (DType dtype : DType.values()) {
      if (dtype.isObject() || dtype.isQuantized()) {
        continue;
      }
      for (int count : new int[] {1, 3, 40}) {
        Tensor tensor = Tensor.allocate(dtype, Shape.of(count));
        Tensor equal = Tensor.allocate(dtype, Shape.of(1, count));
        for (int i = 0; i < count; i++) {
          tensor.setDouble(i, i % 3);
          equal.setDouble(i, 1);
        }
        values.add(tensor.freeze());
        values.add(equal.freeze());
      }
    }
    List<String> names = new ArrayList<>();
    for (Tensor value : values) {
      names.add(constant("c", value).name());
    }
    List<Tensor> results = run(names.toArray(String[]::new));
    for (int i = 0; i < results.size(); i++) {
      Tensor expected = values.get(i);
      Tensor result = results.get(i);
      assertThat(result.dtype()).isEqualTo(expected.dtype());
      assertThat(result.shape()).isEqualTo(expected.shape());
      assertThat(Buffer.mismatch(result.buffer(), 0, expected.buffer(), 0, expected.byteSize()))
          .as(expected.toString())
          .isNegative();
    }
  }

  @Test
  void stringsKeepTheirBytes() {
    Tensor tensor = Tensor.allocate(DType.STRING, Shape.of(2));
    tensor.setBytes(0, new byte[] {0, (byte) 0xFF, 'a'});
    constant("s", tensor.freeze());
    Tensor result = run("s").getFirst();
    assertThat(result.getBytes(0)).containsExactly(0, 0xFF, 'a');
    assertThat(result.getBytes(1)).isEmpty();
  }

  @Test
  void loopsRun() {
    Node start = constant("start", Tensors.scalar(5f));
    Node never = constant("never", Tensors.scalar(false));
    Scope loop = scope.withSubScope("loop");
    Node enter = loop.node("Enter").input(start).attr("frame_name", "loop").build();
    Node condition = loop.node("Enter").input(never).attr("frame_name", "loop").build();
    Node merge = loop.node("Merge").inputList(List.of(enter, enter)).build();
    Node predicate = loop.node("LoopCond").input(condition).build();
    Node split = loop.node("Switch").input(merge.output(0)).input(predicate).build();
    Node next = loop.node("NextIteration").input(split.output(1)).build();
    graph.connectBackEdge(merge, 1, next.output(0));
    loop.withName("exit").node("Exit").input(split.output(0)).build();
    assertThat(run("loop/exit").getFirst().getFloat(0)).isEqualTo(5f);
  }

  @Test
  void conditionalsDevicesControlsAndColocationAreUnderstood() {
    Node x = constant("x", Tensors.scalar(2f));
    Node p = constant("p", Tensors.scalar(true));
    Node split = scope.withName("split").node("Switch").input(x).input(p).build();
    Node yes = sum("yes", split.output(1), split.output(1));
    Node no = scope.withName("no").node("Identity").input(split.output(0)).build();
    Node merge = scope.withName("merge").node("Merge").inputList(List.of(no, yes)).build();
    Node ready = scope.node("NoOp").build();
    scope
        .withDevice("/device:CPU:0")
        .colocateWith(x)
        .withControlDependencies(List.of(ready))
        .withName("a.b-c/d>e")
        .node("Identity")
        .input(merge.output(0))
        .build();
    List<Tensor> results = run("a.b-c/d>e", "merge:1");
    assertThat(results.get(0).getFloat(0)).isEqualTo(4f);
    assertThat(results.get(1).getInt(0)).isEqualTo(1);
  }

  private Node sum(String name, Operand a, Operand b) {
    return scope.withName(name).node("AddV2").input(a).input(b).build();
  }

  @Test
  void functionsAreCalled() {
    graph.addFunction(doubled());
    Node x = constant("x", Tensors.vector(1f, 2f));
    scope
        .withName("call")
        .node("PartitionedCall")
        .inputList(List.of(x))
        .attr("Tout", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .attr("f", AttrValue.function("doubled"))
        .build();
    assertThat(run("call").getFirst().getFloat(1)).isEqualTo(4f);
  }

  private static GraphFunction doubled() {
    Graph body = new Graph();
    Node x =
        body.node("_Arg", "x")
            .attr("T", DType.FLOAT32)
            .attr("index", 0)
            .attr("_shape", AttrValue.of(Shape.of(2)))
            .build();
    Node side = body.node("NoOp", "side").build();
    Node sum = body.node("AddV2", "sum").input(x).input(x).controlInput(side).build();
    body.node("_Retval", "y_RetVal").input(sum).attr("index", 0).build();
    return new GraphFunction(
        "doubled",
        List.of(new GraphFunction.Parameter("x", DType.FLOAT32)),
        List.of(new GraphFunction.Parameter("y", DType.FLOAT32)),
        List.of("side"),
        body,
        Map.of());
  }
}

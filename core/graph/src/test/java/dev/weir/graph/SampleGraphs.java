package dev.weir.graph;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;

/** Graphs with something of everything in them. */
public final class SampleGraphs {
  private SampleGraphs() {}

  /** A constant. */
  public static Node constant(Graph graph, String name, Tensor value) {
    return graph
        .node("Const", name)
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build();
  }

  /** A placeholder. */
  public static Node placeholder(Graph graph, String name, DType dtype, Shape shape) {
    return graph
        .node("Placeholder", name)
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .build();
  }

  /** All attribute kinds, functions, a loop, a conditional, devices, controls, references. */
  public static Graph varied() {
    Graph graph = SampleOps.graph();
    graph.addFunction(doubled());
    graph.addFunction(quadrupled(graph));
    Node x = placeholder(graph, "x", DType.FLOAT32, Shape.of(-1, 784));
    Node w = constant(graph, "w", Tensors.of(Shape.of(2, 1), 1.5f, -0.0f));
    addArithmetic(graph, x);
    addKitchen(graph);
    addConstants(graph);
    addLoop(graph, x, "loop");
    addConditional(graph, w);
    addState(graph, w);
    graph
        .node("PartitionedCall", "call")
        .inputList(List.of(w))
        .attr("Tout", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .attr("f", AttrValue.function("quadrupled"))
        .build();
    return graph;
  }

  private static void addArithmetic(Graph graph, Node x) {
    Node weights = placeholder(graph, "weights", DType.FLOAT32, Shape.unknown());
    Node init = graph.node("NoOp", "init").build();
    graph
        .node("MatMul", "layer1/product")
        .input(x)
        .input(weights)
        .attr("transpose_b", true)
        .device("/device:CPU:1")
        .controlInput(init)
        .attr("_class", AttrValue.ofStrings(List.of("loc:@x", "loc:@weights")))
        .build();
    Node axis = constant(graph, "axis", Tensors.scalar(1));
    Node parts = graph.node("Split", "parts").input(axis).input(x).attr("num_split", 3).build();
    graph
        .node("Concat", "joined")
        .input(axis)
        .inputList(List.of(parts.output(2), parts.output(0), parts.output(0)))
        .build();
    graph
        .node("Pairs", "none")
        .inputList(List.of())
        .inputList(List.of())
        .attr("T", DType.INT64)
        .build();
    graph.node("Pairs", "pairs").inputList(List.of()).inputList(List.of(parts.output(1))).build();
  }

  private static void addKitchen(Graph graph) {
    byte[] bytes = {0, 1, (byte) 0xFF, '"', '\\', '\n', 'a', (byte) 0xC3};
    graph
        .node("Kitchen", "kitchen")
        .attr("s", new AttrValue.StringValue(bytes))
        .attr("i", -5)
        .attr("f", Float.MIN_VALUE)
        .attr("b", false)
        .attr("t", DType.BFLOAT16)
        .attr("sh", AttrValue.of(Shape.of(-1, 0, 3)))
        .attr("te", AttrValue.of(Tensors.vector("naïve", "", "#\t\u0001")))
        .attr("fn", new AttrValue.FuncValue("doubled", Map.of("k", AttrValue.of(1L), "T", type())))
        .attr("lf", AttrValue.ofFloats(1f, Float.POSITIVE_INFINITY, -1e-30f))
        .attr("lb", new AttrValue.ListValue(AttrType.BOOL, List.of(AttrValue.of(true))))
        .attr("lt", AttrValue.ofTypes(List.of(DType.STRING, DType.RESOURCE)))
        .attr("lsh", AttrValue.ofShapes(List.of(Shape.unknown(), Shape.scalar())))
        .attr(
            "lte",
            new AttrValue.ListValue(AttrType.TENSOR, List.of(AttrValue.of(Tensors.scalar(true)))))
        .attr("lfn", new AttrValue.ListValue(AttrType.FUNC, List.of(AttrValue.function("doubled"))))
        .attr("_shape", AttrValue.of(Shape.of(2)))
        .attr("_shapes", AttrValue.ofShapes(List.of(Shape.of(2), Shape.unknown())))
        .attr("_int", 7)
        .attr("_float", 7f)
        .attr("_none", AttrValue.ofStrings(List.of()))
        .attr("_ints", AttrValue.ofInts(1, -2))
        .attr("_tensor", AttrValue.of(Tensors.vector(1L, Long.MIN_VALUE)))
        .build();
  }

  private static AttrValue type() {
    return AttrValue.of(DType.FLOAT64);
  }

  /** Constants of every type, with few and with many elements. */
  public static void addConstants(Graph graph) {
    for (DType dtype : DType.values()) {
      if (dtype.isObject()) {
        continue;
      }
      for (int count : new int[] {0, 1, 3, 40}) {
        Tensor tensor = Tensor.allocate(dtype, Shape.of(count));
        Tensor equal = Tensor.allocate(dtype, Shape.of(count, 1));
        for (int i = 0; i < count; i++) {
          tensor.setDouble(i, i % 2 == 0 ? i : 1);
          equal.setDouble(i, 1);
        }
        constant(graph, "const/" + dtype + "_" + count, tensor.freeze());
        constant(graph, "equal/" + dtype + "_" + count, equal.freeze());
      }
    }
    constant(graph, "const/string", Tensors.of(Shape.of(1, 2), "a", "ü\n"));
    constant(graph, "const/nan", Tensors.vector(Float.NaN, Float.intBitsToFloat(0x7FC00001)));
    constant(graph, "const/unsigned", Tensors.ofLongs(DType.UINT64, Shape.of(1), -1));
  }

  /** A loop that goes round as long as {@code p} says. */
  public static Node addLoop(Graph graph, Operand value, String name) {
    Node p = constant(graph, name + "/p", Tensors.scalar(true));
    Node enter = graph.node("Enter", name + "/enter").input(value).attr("frame_name", name).build();
    Node condition =
        graph
            .node("Enter", name + "/condition")
            .input(p)
            .attr("frame_name", name)
            .attr("is_constant", true)
            .build();
    Node merge = graph.node("Merge", name + "/merge").inputList(List.of(enter, enter)).build();
    Node cond = graph.node("LoopCond", name + "/cond").input(condition).build();
    Node split = graph.node("Switch", name + "/switch").input(merge.output(0)).input(cond).build();
    Node next = graph.node("NextIteration", name + "/next").input(split.output(1)).build();
    graph.connectBackEdge(merge, 1, next.output(0));
    return graph.node("Exit", name + "/exit").input(split.output(0)).build();
  }

  private static void addConditional(Graph graph, Node value) {
    Node p = graph.node("Flag", "p").build();
    Node split = graph.node("Switch", "if/switch").input(value).input(p).build();
    Node yes = graph.node("Identity", "if/yes").input(split.output(1)).build();
    Node no = graph.node("Identity", "if/no").input(split.output(0)).controlInput(p).build();
    graph.node("Merge", "if/merge").inputList(List.of(no, yes)).build();
  }

  private static void addState(Graph graph, Node value) {
    Node variable =
        graph
            .node("Variable", "v")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", AttrValue.of(Shape.of(2, 1)))
            .device("/job:ps/task:1")
            .build();
    graph.node("Assign", "v/assign").input(variable).input(value).build();
  }

  /** {@code x + x}. */
  public static GraphFunction doubled() {
    Graph body = SampleOps.graph();
    Node x =
        body.node("_Arg", "x")
            .attr("T", DType.FLOAT32)
            .attr("index", 0)
            .attr("_shape", AttrValue.of(Shape.of(2, 1)))
            .build();
    Node side = body.node("NoOp", "side").build();
    Node sum = body.node("Add", "sum").input(x).input(x).controlInput(side).build();
    body.node("_Retval", "y_RetVal").input(sum).attr("index", 0).build();
    return new GraphFunction(
        "doubled",
        List.of(new GraphFunction.Parameter("x", DType.FLOAT32)),
        List.of(new GraphFunction.Parameter("y", DType.FLOAT32)),
        List.of("side"),
        body,
        Map.of("_noinline", AttrValue.of(true)));
  }

  private static GraphFunction quadrupled(Graph library) {
    Graph body = SampleOps.graph();
    body.copyFunctionsOf(library);
    Node x = body.node("_Arg", "x").attr("T", DType.FLOAT32).attr("index", 0).build();
    Node once = call(body, "once", x);
    Node twice = call(body, "twice", once);
    body.node("_Retval", "y_RetVal").input(twice).attr("index", 0).build();
    return new GraphFunction(
        "quadrupled",
        List.of(new GraphFunction.Parameter("x", DType.FLOAT32)),
        List.of(new GraphFunction.Parameter("y", DType.FLOAT32)),
        List.of(),
        body,
        Map.of());
  }

  private static Node call(Graph body, String name, Node argument) {
    return body.node("PartitionedCall", name)
        .inputList(List.of(argument))
        .attr("Tout", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .attr("f", AttrValue.function("doubled"))
        .build();
  }
}

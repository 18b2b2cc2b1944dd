package dev.weir.runtime;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Builds graphs of structural ops and the ops of {@link TestLibrary}. */
final class FixtureGraph {
  private final Scope scope;

  private FixtureGraph(Scope scope) {
    this.scope = scope;
  }

  static FixtureGraph of(Graph graph) {
    return new FixtureGraph(Scope.of(graph));
  }

  Scope scope() {
    return scope;
  }

  FixtureGraph withName(String name) {
    return new FixtureGraph(scope.withName(name));
  }

  FixtureGraph withDevice(String device) {
    return new FixtureGraph(scope.withDevice(device));
  }

  FixtureGraph colocateWith(Operand operand) {
    return new FixtureGraph(scope.colocateWith(operand));
  }

  FixtureGraph withControlDependencies(Node... nodes) {
    return new FixtureGraph(scope.withControlDependencies(List.of(nodes)));
  }

  private Output op(String name, Operand... inputs) {
    NodeBuilder builder = scope.node(name);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  Output placeholder(DType dtype) {
    return placeholder(dtype, Shape.unknown());
  }

  Output placeholder(DType dtype, Shape shape) {
    NodeBuilder builder = scope.node("Placeholder").attr("dtype", dtype);
    return builder.attr("shape", AttrValue.of(shape)).build().output(0);
  }

  Output constant(Tensor value) {
    NodeBuilder builder = scope.node("Const").attr("value", AttrValue.of(value));
    return builder.attr("dtype", value.dtype()).build().output(0);
  }

  Output constant(float value) {
    return constant(Tensors.scalar(value));
  }

  Output constant(boolean value) {
    return constant(Tensors.scalar(value));
  }

  Output identity(Operand x) {
    return op("Identity", x);
  }

  Node noOp() {
    return scope.node("NoOp").build();
  }

  Output add(Operand x, Operand y) {
    return op("TestAdd", x, y);
  }

  Output sub(Operand x, Operand y) {
    return op("TestSub", x, y);
  }

  Output mul(Operand x, Operand y) {
    return op("TestMul", x, y);
  }

  Output neg(Operand x) {
    return op("TestNeg", x);
  }

  Output abs(Operand x) {
    return op("TestAbs", x);
  }

  Output tanh(Operand x) {
    return op("TestTanh", x);
  }

  Output matMul(Operand a, Operand b) {
    return op("TestMatMul", a, b);
  }

  Output total(Operand x) {
    return scope.node("TestTotal").inputList(List.of(x)).build().output(0);
  }

  /** The input; fails unless it is a finite scalar. */
  Output finite(Operand x) {
    return op("TestFinite", x);
  }

  /** The two ways out of a {@code Switch}. */
  record Branches(Output whenFalse, Output whenTrue) {}

  Branches switchOn(Operand data, Operand condition) {
    Node node = op("Switch", data, condition).node();
    return new Branches(node.output(0), node.output(1));
  }

  Output merge(Operand... inputs) {
    return scope.node("Merge").inputList(List.of(inputs)).build().output(0);
  }

  Output call(GraphFunction function, List<? extends Operand> arguments) {
    return call("TestCall", function, arguments).output(0);
  }

  Output statefulCall(GraphFunction function, List<? extends Operand> arguments) {
    return call("TestStatefulCall", function, arguments).output(0);
  }

  Node call(String op, GraphFunction function, List<? extends Operand> arguments) {
    return scope
        .node(op)
        .inputList(arguments)
        .attr("Tin", AttrValue.ofTypes(arguments.stream().map(Operand::dtype).toList()))
        .attr("Tout", AttrValue.ofTypes(types(function.outputs())))
        .attr("f", AttrValue.function(function.name()))
        .build();
  }

  private static List<DType> types(List<GraphFunction.Parameter> parameters) {
    return parameters.stream().map(GraphFunction.Parameter::dtype).toList();
  }

  /** Adds a function to the library of the graph. */
  GraphFunction function(
      String name,
      List<DType> types,
      BiFunction<FixtureGraph, List<Output>, List<? extends Operand>> body) {
    Graph graph = new Graph(scope.graph().registry());
    graph.copyFunctionsOf(scope.graph());
    List<GraphFunction.Parameter> parameters = new ArrayList<>();
    List<Output> arguments = new ArrayList<>();
    for (DType type : types) {
      int i = parameters.size();
      parameters.add(new GraphFunction.Parameter("x" + i, type));
      arguments.add(graph.node("_Arg", "x" + i).attr("T", type).attr("index", i).build().output(0));
    }
    List<GraphFunction.Parameter> results = new ArrayList<>();
    for (Operand result : body.apply(of(graph), arguments)) {
      int i = results.size();
      results.add(new GraphFunction.Parameter("y" + i, result.dtype()));
      graph.node("_Retval", "y" + i).input(result).attr("index", i).build();
    }
    GraphFunction function =
        new GraphFunction(name, parameters, results, List.of(), graph, Map.of());
    scope.graph().addFunction(function);
    return function;
  }
}

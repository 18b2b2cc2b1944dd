package dev.weir.graph;

import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/**
 * A graph to be called: a body whose {@code _Arg} nodes stand for what it is called with and whose
 * {@code _Retval} nodes for what it returns.
 *
 * @param name its name in the library
 * @param inputs its parameters, in order
 * @param outputs its results, in order
 * @param controlOutputs nodes of the body that run although no result needs them
 * @param body the graph
 * @param attrs what else was said of it, such as {@code _noinline}
 */
public record GraphFunction(
    String name,
    List<Parameter> inputs,
    List<Parameter> outputs,
    List<String> controlOutputs,
    Graph body,
    Map<String, AttrValue> attrs) {
  /** The name and element type of a parameter or result. */
  public record Parameter(String name, DType dtype) {}

  public GraphFunction {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    controlOutputs = List.copyOf(controlOutputs);
    attrs = Map.copyOf(attrs);
  }

  /** What the gradient with respect to a parameter is called, as a result of a function. */
  public static String gradientName(String parameter) {
    return parameter + "_gradient";
  }

  /** Whether running it can have an effect besides its results. */
  public boolean isStateful() {
    return body.nodes().stream()
        .anyMatch(
            node ->
                node.op().signature().stateful()
                    && node.op().kind() != NodeKind.ARGUMENT
                    && node.op().kind() != NodeKind.RETURN);
  }
}

package dev.weir.graph.text;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the text form of graphs. */
final class GraphPrinter {
  private static final int MAX_OUTPUTS_SHOWN = 4;

  private final ValuePrinter values;

  /**
   * A printer.
   *
   * @param complete whether large constants are written out
   */
  GraphPrinter(boolean complete) {
    this.values = new ValuePrinter(complete);
  }

  String print(Graph graph) {
    Map<String, GraphFunction> functions = new LinkedHashMap<>();
    collect(graph, functions);
    StringBuilder text = new StringBuilder();
    functions.values().forEach(function -> printFunction(function, text));
    graph.nodes().forEach(node -> text.append(print(node)).append('\n'));
    return text.toString();
  }

  /** The functions of a graph, those that a body calls before it. */
  private static void collect(Graph graph, Map<String, GraphFunction> functions) {
    for (GraphFunction function : graph.functions()) {
      if (!functions.containsKey(function.name())) {
        collect(function.body(), functions);
        functions.putIfAbsent(function.name(), function);
      }
    }
  }

  private void printFunction(GraphFunction function, StringBuilder text) {
    text.append("function ").append(ValuePrinter.functionName(function.name()));
    text.append(parameters(function.inputs())).append(" -> ");
    text.append(parameters(function.outputs()));
    if (!function.attrs().isEmpty()) {
      text.append(' ').append(values.attrs(new TreeMap<>(function.attrs()), null));
    }
    function.controlOutputs().forEach(name -> text.append(" ^%").append(name));
    text.append(" {\n");
    function.body().nodes().forEach(node -> text.append("  ").append(print(node)).append('\n'));
    text.append("}\n\n");
  }

  private static String parameters(List<GraphFunction.Parameter> parameters) {
    return parameters.stream()
        .map(parameter -> ValuePrinter.quote(parameter.name()) + ": " + parameter.dtype())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  String print(Node node) {
    StringBuilder text = new StringBuilder("%").append(node.name()).append(" = ");
    text.append(node.op().signature().name()).append(inputs(node));
    Map<String, AttrValue> said = new TreeMap<>(node.attrs().asMap());
    said.keySet().removeAll(implied(node));
    if (!said.isEmpty()) {
      text.append(' ').append(values.attrs(said, node.op().signature()));
    }
    if (!node.device().isEmpty()) {
      text.append(" @").append(ValuePrinter.quote(node.device()));
    }
    node.controlInputs().forEach(control -> text.append(" ^%").append(control.name()));
    return text.append(outputs(node)).toString();
  }

  private static String inputs(Node node) {
    List<String> args = new ArrayList<>();
    int at = 0;
    for (Signature.Arg arg : node.op().signature().inputs()) {
      int end = at + arg.dtypes(node.attrs()).size();
      String tensors =
          node.inputs().subList(at, end).stream()
              .map(GraphPrinter::input)
              .collect(Collectors.joining(", "));
      args.add(arg.isList() ? "[" + tensors + "]" : tensors);
      at = end;
    }
    return "(" + String.join(", ", args) + ")";
  }

  private static String input(Output output) {
    String name = "%" + output.node().name();
    return output.index() == 0 ? name : name + ":" + output.index();
  }

  /** The attributes that follow from the inputs, or are what they are by default. */
  private static Set<String> implied(Node node) {
    Set<String> names = new HashSet<>();
    Signature signature = node.op().signature();
    for (Signature.Arg arg : signature.inputs()) {
      boolean typeShows = arg.isTypeList() || !arg.dtypes(node.attrs()).isEmpty();
      if (arg.typeAttr() != null && typeShows) {
        names.add(arg.typeAttr());
      }
      if (arg.numberAttr() != null) {
        names.add(arg.numberAttr());
      }
    }
    for (Signature.Attr attr : signature.attrs()) {
      AttrValue value = node.attrs().find(attr.name());
      if (value != null && value.equals(attr.defaultValue())) {
        names.add(attr.name());
      }
    }
    return names;
  }

  private static String outputs(Node node) {
    if (node.outputCount() == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder("  # -> ");
    int shown = Math.min(node.outputCount(), MAX_OUTPUTS_SHOWN);
    for (int i = 0; i < shown; i++) {
      text.append(i == 0 ? "" : ", ").append(node.outputDtype(i)).append(node.outputShape(i));
    }
    int more = node.outputCount() - shown;
    return more == 0 ? text.toString() : text + " and " + more + " more";
  }
}

package dev.weir.graph.text;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.OpRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the text form of graphs. */
final class GraphParser {
  private final TextScanner in;
  private final ValueParser values;
  private final Graph graph;

  GraphParser(String text, OpRegistry registry) {
    this.in = new TextScanner(text);
    this.values = new ValueParser(in);
    this.graph = new Graph(registry);
  }

  Graph parse() {
    NodeParser nodes = new NodeParser(in, values, graph, graph);
    while (!in.atEnd()) {
      if (in.acceptWord("function")) {
        parseFunction();
      } else {
        nodes.parse();
      }
    }
    nodes.connectBackEdges();
    return graph;
  }

  private void parseFunction() {
    in.expect("@");
    String name = in.wordOrQuoted("the name of the function");
    List<GraphFunction.Parameter> inputs = parameters();
    in.expect("->");
    List<GraphFunction.Parameter> results = parameters();
    Map<String, AttrValue> attrs = in.peek() == '{' ? attrsOrBody() : Map.of();
    List<String> controls = new ArrayList<>();
    while (in.accept("^")) {
      in.expect("%");
      controls.add(in.word("the name of a node"));
    }
    Graph body = body();
    for (String control : controls) {
      if (!body.has(control)) {
        throw in.error("function @" + name + " has no node %" + control);
      }
    }
    try {
      graph.addFunction(new GraphFunction(name, inputs, results, controls, body, attrs));
    } catch (WeirException e) {
      throw in.error(e.getMessage());
    }
  }

  /** What stands in braces is the body if it starts with a node, or not at all. */
  private Map<String, AttrValue> attrsOrBody() {
    int start = in.mark();
    in.expect("{");
    boolean isBody = in.peek() == '%' || in.peek() == '}';
    in.reset(start);
    return isBody ? Map.of() : values.attrs(null);
  }

  private Graph body() {
    Graph body = new Graph(graph.registry());
    NodeParser nodes = new NodeParser(in, values, body, graph);
    in.expect("{");
    while (!in.accept("}")) {
      nodes.parse();
    }
    nodes.connectBackEdges();
    return body;
  }

  private List<GraphFunction.Parameter> parameters() {
    List<GraphFunction.Parameter> parameters = new ArrayList<>();
    in.expect("(");
    while (!in.accept(")")) {
      String name = in.wordOrQuoted("the name of a parameter");
      in.expect(":");
      parameters.add(new GraphFunction.Parameter(name, values.dtype(in.word("a type"))));
      in.separator(")");
    }
    return parameters;
  }
}

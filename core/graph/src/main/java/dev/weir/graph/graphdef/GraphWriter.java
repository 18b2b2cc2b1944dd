package dev.weir.graph.graphdef;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.schema.FunctionDefLibrary;
import dev.weir.schema.GraphDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.VersionDef;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Graphs into files. */
final class GraphWriter {
  /**
   * The version we claim to be: one whose rules we follow, and that TensorFlow 2.9 and later know.
   */
  static final int PRODUCER = 1087;

  /** The first version that reads functions. */
  private static final int FIRST_WITH_FUNCTIONS = 12;

  private GraphWriter() {}

  static GraphDef write(Graph graph) {
    return write(graph, 0, Set.of());
  }

  /** Of a graph that has grown what is new: the nodes from one on, the functions but some. */
  static GraphDef write(Graph graph, int firstNode, Set<String> knownFunctions) {
    GraphDef.Builder file = GraphDef.newBuilder();
    graph.nodes().stream().skip(firstNode).forEach(node -> file.addNode(node(node)));
    VersionDef.Builder versions = VersionDef.newBuilder().setProducer(PRODUCER);
    Map<String, GraphFunction> functions = new TreeMap<>();
    collect(graph, functions);
    functions.keySet().removeAll(knownFunctions);
    if (!functions.isEmpty()) {
      FunctionDefLibrary.Builder library = FunctionDefLibrary.newBuilder();
      functions.values().forEach(f -> library.addFunction(new FunctionWriter(f).write()));
      file.setLibrary(library);
      versions.setMinConsumer(FIRST_WITH_FUNCTIONS);
    }
    return file.setVersions(versions).build();
  }

  /** The functions of a graph and those of their bodies. */
  private static void collect(Graph graph, Map<String, GraphFunction> functions) {
    for (GraphFunction function : graph.functions()) {
      if (functions.putIfAbsent(function.name(), function) == null) {
        collect(function.body(), functions);
      }
    }
  }

  private static NodeDef node(Node node) {
    NodeDef.Builder def = withoutInputs(node);
    for (Output input : node.inputs()) {
      def.addInput(input.index() == 0 ? input.node().name() : input.name());
    }
    node.controlInputs().forEach(control -> def.addInput("^" + control.name()));
    return def.build();
  }

  static NodeDef.Builder withoutInputs(Node node) {
    NodeDef.Builder def =
        NodeDef.newBuilder()
            .setName(node.name())
            .setOp(node.op().signature().name())
            .setDevice(node.device());
    node.attrs().asMap().forEach((name, value) -> def.putAttr(name, AttrWriter.write(value)));
    return def;
  }
}

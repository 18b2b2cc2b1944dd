package dev.weir.graph.graphdef;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.graph.DeferredNode;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.FunctionDefLibrary;
import dev.weir.schema.GraphDef;
import dev.weir.schema.NodeDef;
import dev.weir.schema.VersionDef;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Writes graphs. */
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

  /**
   * Of a graph that has grown what is new: the nodes from one on, the functions but some. What
   * cannot be built, and has no node in its place, is only in the whole: no step of this graph can
   * ask for it.
   */
  static GraphDef write(Graph graph, int firstNode, Set<String> knownFunctions) {
    GraphDef.Builder file = GraphDef.newBuilder();
    graph.nodes().stream().skip(firstNode).forEach(node -> file.addNode(definition(node)));
    boolean isWhole = firstNode == 0 && knownFunctions.isEmpty();
    if (isWhole) {
      graph.deferredNodes().stream()
          .filter(node -> !graph.has(node.name()))
          .forEach(node -> file.addNode(parse(node.definition())));
    }
    VersionDef.Builder versions = VersionDef.newBuilder().setProducer(PRODUCER);
    Map<String, GraphFunction> functions = new TreeMap<>();
    collect(graph, functions);
    functions.keySet().removeAll(knownFunctions);
    Map<String, ByteBuffer> deferred = isWhole ? graph.deferredFunctions() : Map.of();
    if (!functions.isEmpty() || !deferred.isEmpty()) {
      FunctionDefLibrary.Builder library = FunctionDefLibrary.newBuilder();
      functions.values().forEach(f -> library.addFunction(new FunctionWriter(f).write()));
      deferred.values().forEach(f -> library.addFunction(parseFunction(f)));
      file.setLibrary(library);
      versions.setMinConsumer(FIRST_WITH_FUNCTIONS);
    }
    return file.setVersions(versions).build();
  }

  /** A node, or the one in whose place it is. */
  private static NodeDef definition(Node node) {
    DeferredNode original = node.missing() == null ? null : node.graph().findDeferred(node.name());
    return original == null ? node(node) : parse(original.definition());
  }

  private static NodeDef parse(ByteBuffer definition) {
    try {
      return NodeDef.parseFrom(definition);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a definition that was read before", e);
    }
  }

  private static FunctionDef parseFunction(ByteBuffer definition) {
    try {
      return FunctionDef.parseFrom(definition);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a definition that was read before", e);
    }
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

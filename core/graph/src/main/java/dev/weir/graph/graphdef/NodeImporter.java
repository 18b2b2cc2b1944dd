package dev.weir.graph.graphdef;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.DeferredNode;
import dev.weir.graph.Endpoint;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.schema.NodeDef;
import dev.weir.tensor.Shape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds the nodes of a file to a graph. */
final class NodeImporter {
  /** Up to this version, a placeholder without dimensions is one of unknown shape. */
  private static final int LAST_WITHOUT_SCALAR_PLACEHOLDERS = 21;

  private static final String COLOCATION = "_class";
  private static final String LOCATION = "loc:@";

  private final Graph graph;
  private final String prefix;
  private final int producer;
  private final Expansion expansion;
  private final AttrReader attrs;
  private final Map<String, FileNode> byName = new HashMap<>();

  /**
   * An importer into a graph.
   *
   * @param prefix what goes before every name: empty, or ending in a slash
   * @param producer the version of the program that wrote the file
   */
  NodeImporter(Graph graph, String prefix, int producer, Expansion expansion) {
    this.graph = graph;
    this.prefix = prefix;
    this.producer = producer;
    this.expansion = expansion;
    this.attrs = new AttrReader(new TensorReader(expansion));
  }

  void add(List<NodeDef> defs) {
    List<FileNode> nodes = new ArrayList<>(defs.size());
    for (NodeDef def : defs) {
      FileNode node = new FileNode(nodes.size(), def, graph.registry().find(def.getOp()));
      String missing = MissingOps.of(def, graph);
      if (missing != null) {
        node.setMissing(missing);
      }
      if (byName.put(def.getName(), node) != null) {
        throw FileNode.error(
            def, ErrorCode.INVALID_ARGUMENT, "the file has two nodes of this name", null);
      }
      nodes.add(node);
    }
    InputNames names = new InputNames(byName, prefix.isEmpty() ? graph : null);
    nodes.forEach(names::resolve);
    MissingOutputs outputs = MissingOutputs.of(nodes, node -> withDefaults(node, attrsOf(node)));
    DeferredUsers.mark(nodes);
    for (FileNode node : FileOrder.of(nodes)) {
      if (node.isDeferred()) {
        graph.defer(deferred(node));
        expansion.chargeOutputs(1);
      } else if (node.missing() != null) {
        Node inPlace = graph.deferMissing(deferred(node), outputs.of(node));
        expansion.chargeOutputs(1 + inPlace.outputCount());
        node.setBuilt(inPlace);
      } else {
        build(node);
      }
    }
    List<FileNode> known = nodes.stream().filter(node -> !node.isDeferred()).toList();
    known.forEach(this::connectBackEdges);
    known.forEach(this::checkColocation);
  }

  /** The attributes of a node, with the defaults of those that the file does not have. */
  private static Attributes withDefaults(FileNode node, Map<String, AttrValue> values) {
    for (Signature.Attr attr : node.op().signature().attrs()) {
      if (attr.defaultValue() != null) {
        values.putIfAbsent(attr.name(), attr.defaultValue());
      }
    }
    return Attributes.of(values);
  }

  /** A node as it is, under the prefix. */
  private DeferredNode deferred(FileNode node) {
    NodeDef def = node.def();
    NodeDef.Builder kept = def.toBuilder().setName(prefix + def.getName()).clearInput();
    List<String> inputs = new ArrayList<>();
    for (String input : def.getInputList()) {
      kept.addInput(input.startsWith("^") ? "^" + prefix + input.substring(1) : prefix + input);
    }
    node.inputs().forEach(source -> inputs.add(inputName(source)));
    node.controls().forEach(source -> inputs.add(inputName(source)));
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i).isEmpty()) { // of a node that was deferred before
        inputs.set(i, Endpoint.parse(kept.getInput(i).replace("^", "")).node());
      }
    }
    ByteBuffer definition = ByteBuffer.wrap(kept.build().toByteArray());
    return new DeferredNode(kept.getName(), def.getOp(), inputs, node.missing(), definition);
  }

  private String inputName(FileNode.Source source) {
    if (source.file() != null) {
      return prefix + source.file().def().getName();
    }
    return source.existing() == null ? "" : source.existing().name();
  }

  private void build(FileNode node) {
    try {
      NodeBuilder builder = graph.node(node.def().getOp(), prefix + node.def().getName());
      Map<String, AttrValue> values = attrsOf(node);
      values.forEach(builder::attr);
      values.forEach(this::checkFunctions);
      List<Output> inputs = new ArrayList<>(node.inputs().size());
      boolean open = false;
      for (FileNode.Source source : node.inputs()) {
        boolean isBack = node.isBackEdge(source);
        inputs.add(isBack ? forwardInput(node) : output(source));
        open |= isBack;
      }
      if (open) {
        builder.openBackEdge();
      }
      builder.flatInputs(inputs).device(node.def().getDevice());
      node.controls().forEach(source -> builder.controlInput(producer(source)));
      Node built = builder.buildExact();
      expansion.chargeOutputs(built.outputCount());
      node.setBuilt(built);
    } catch (WeirException e) {
      throw node.located(e);
    } catch (RuntimeException e) {
      throw node.error(ErrorCode.INTERNAL, "shape inference failed: " + e, e);
    }
  }

  /** An input that can hold the place of a back edge until its source is built. */
  private static Output forwardInput(FileNode merge) {
    for (FileNode.Source source : merge.inputs()) {
      if (!merge.isBackEdge(source)) {
        return output(source);
      }
    }
    throw WeirException.invalidArgument("all its inputs come from NextIteration; nothing enters");
  }

  private static Output output(FileNode.Source source) {
    Node node = producer(source);
    if (source.output() >= node.outputCount()) {
      throw WeirException.invalidArgument(
          "its input \"%s:%d\" does not exist: %s has %d outputs",
          node.name(), source.output(), node, node.outputCount());
    }
    return node.output(source.output());
  }

  private static Node producer(FileNode.Source source) {
    Node node = source.file() == null ? source.existing() : source.file().built();
    if (node == null) {
      throw new IllegalStateException("an input was not built before its user");
    }
    return node;
  }

  private Map<String, AttrValue> attrsOf(FileNode node) {
    Signature signature = node.op().signature();
    Map<String, AttrValue> values = new LinkedHashMap<>();
    node.def()
        .getAttrMap()
        .forEach((name, value) -> values.put(name, attrs.read(name, value, signature.attr(name))));
    for (Signature.Attr attr : signature.attrs()) {
      // attributes that the inputs determine are required too
      if (attr.defaultValue() == null && !values.containsKey(attr.name())) {
        throw WeirException.invalidArgument(
            "its attribute \"%s\" (%s) is missing", attr.name(), attr.kind());
      }
    }
    if (node.op().kind() == NodeKind.PLACEHOLDER && producer <= LAST_WITHOUT_SCALAR_PLACEHOLDERS) {
      values.computeIfPresent("shape", (name, shape) -> withoutScalar(shape));
    }
    if (!prefix.isEmpty()) {
      values.computeIfPresent(COLOCATION, (name, value) -> prefixed(value));
    }
    return values;
  }

  private void checkFunctions(String name, AttrValue value) {
    switch (value) {
      case AttrValue.FuncValue function -> {
        if (!name.startsWith("_")
            && !function.name().isEmpty()
            && graph.findFunction(function.name()) == null) {
          throw WeirException.notFound(
              "its attribute \"%s\" is the function \"%s\", which the file does not have",
              name, function.name());
        }
      }
      case AttrValue.ListValue list -> list.values().forEach(entry -> checkFunctions(name, entry));
      default -> {}
    }
  }

  private static AttrValue withoutScalar(AttrValue value) {
    boolean scalar = value instanceof AttrValue.ShapeValue shape && shape.value().isScalar();
    return scalar ? AttrValue.of(Shape.unknown()) : value;
  }

  private AttrValue prefixed(AttrValue value) {
    if (!(value instanceof AttrValue.ListValue list)) {
      return value;
    }
    List<AttrValue> changed = new ArrayList<>();
    for (AttrValue entry : list.values()) {
      String place = location(entry);
      changed.add(place == null ? entry : AttrValue.of(LOCATION + prefix + place));
    }
    return new AttrValue.ListValue(list.elementType(), changed);
  }

  private static @Nullable String location(AttrValue entry) {
    return entry instanceof AttrValue.StringValue string && string.text().startsWith(LOCATION)
        ? string.text().substring(LOCATION.length())
        : null;
  }

  private void connectBackEdges(FileNode node) {
    for (int i = 0; i < node.inputs().size(); i++) {
      FileNode.Source source = node.inputs().get(i);
      Node merge = node.built();
      if (merge != null && node.isBackEdge(source)) {
        try {
          graph.connectBackEdge(merge, i, output(source));
        } catch (WeirException e) {
          throw node.located(e);
        }
      }
    }
  }

  private void checkColocation(FileNode node) {
    Node built = node.built();
    if (built != null && built.attrs().find(COLOCATION) instanceof AttrValue.ListValue list) {
      for (AttrValue entry : list.values()) {
        String place = location(entry);
        if (place != null && !graph.has(place) && graph.findDeferred(place) == null) {
          throw node.error(
              ErrorCode.INVALID_ARGUMENT,
              "it must be on the device of \"" + place + "\", a node that does not exist",
              null);
        }
      }
    }
  }
}

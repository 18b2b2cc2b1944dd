package dev.weir.graph.text;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the nodes of a graph or of a function. */
final class NodeParser {
  private static final long MAX_OUTPUTS = 1L << 24;

  /** {@code %split:1}, and where it stands. */
  private record Reference(String node, int output, int where) {}

  /** An input of a Merge whose source comes later in the text. */
  private record BackEdge(Node merge, int input, Reference source) {}

  private final TextScanner in;
  private final ValueParser values;
  private final Graph graph;
  private final Graph library;
  private final List<BackEdge> backEdges = new ArrayList<>();
  private long outputs;

  /**
   * A parser of nodes.
   *
   * @param graph where the nodes go
   * @param library where the functions are that they may call
   */
  NodeParser(TextScanner in, ValueParser values, Graph graph, Graph library) {
    this.in = in;
    this.values = values;
    this.graph = graph;
    this.library = library;
  }

  void parse() {
    in.expect("%");
    int where = in.mark();
    String name = in.word("the name of a node");
    in.expect("=");
    String opName = in.word("the name of an op");
    OpDefinition op = graph.registry().find(opName);
    if (op == null) {
      throw in.error("no op is called \"" + opName + "\"");
    }
    List<List<Reference>> args = arguments();
    NodeBuilder builder = graph.node(opName, name);
    if (in.peek() == '{') {
      Map<String, AttrValue> attrs = values.attrs(op.signature());
      attrs.forEach(this::provideFunctions);
      attrs.forEach(builder::attr);
    }
    if (in.accept("@")) {
      builder.device(in.wordOrQuoted("the name of a device"));
    }
    while (in.accept("^")) {
      builder.controlInput(existing(reference()));
    }
    build(where, op, builder, args);
  }

  private List<List<Reference>> arguments() {
    List<List<Reference>> args = new ArrayList<>();
    in.expect("(");
    while (!in.accept(")")) {
      List<Reference> arg = new ArrayList<>();
      if (in.accept("[")) {
        while (!in.accept("]")) {
          arg.add(reference());
          in.separator("]");
        }
        args.add(arg);
      } else {
        args.add(List.of(reference()));
      }
      in.separator(")");
    }
    return args;
  }

  private Reference reference() {
    in.expect("%");
    int where = in.mark();
    String name = in.word("the name of a node");
    return new Reference(name, in.accept(":") ? in.index() : 0, where);
  }

  private void build(int where, OpDefinition op, NodeBuilder builder, List<List<Reference>> args) {
    Output standIn = op.kind() == NodeKind.MERGE ? firstExisting(args) : null;
    Map<Integer, Reference> open = new LinkedHashMap<>();
    int position = 0;
    for (List<Reference> arg : args) {
      List<Output> tensors = new ArrayList<>();
      for (Reference reference : arg) {
        if (standIn != null && !graph.has(reference.node())) {
          open.put(position, reference);
          tensors.add(standIn);
        } else {
          tensors.add(output(reference));
        }
        position++;
      }
      builder.inputList(tensors);
    }
    if (!open.isEmpty()) {
      builder.openBackEdge();
    }
    Node node = located(where, builder::buildExact);
    open.forEach((input, source) -> backEdges.add(new BackEdge(node, input, source)));
    outputs += node.outputCount();
    if (outputs > MAX_OUTPUTS) {
      throw in.error("the nodes have more than " + MAX_OUTPUTS + " outputs together");
    }
  }

  private @Nullable Output firstExisting(List<List<Reference>> args) {
    for (List<Reference> arg : args) {
      for (Reference reference : arg) {
        if (graph.has(reference.node())) {
          return output(reference);
        }
      }
    }
    return null;
  }

  private Output output(Reference reference) {
    Node node = existing(reference);
    return located(reference.where(), () -> node.output(reference.output()));
  }

  private Node existing(Reference reference) {
    Node node = graph.find(reference.node());
    if (node == null) {
      throw WeirException.invalidArgument(
          "%s: no node is called %%%s before here; only a Merge can name one that follows",
          in.where(reference.where()), reference.node());
    }
    return node;
  }

  /** Connects the inputs whose sources came later. */
  void connectBackEdges() {
    for (BackEdge edge : backEdges) {
      Output source = output(edge.source());
      located(
          edge.source().where(),
          () -> {
            graph.connectBackEdge(edge.merge(), edge.input(), source);
            return source;
          });
    }
  }

  /** A body has the functions it calls. */
  private void provideFunctions(String name, AttrValue value) {
    switch (value) {
      case AttrValue.FuncValue function -> {
        GraphFunction callee = library.findFunction(function.name());
        if (callee == null && !name.startsWith("_") && !function.name().isEmpty()) {
          throw in.error("no function is called @" + function.name() + " before here");
        }
        if (callee != null && graph.findFunction(function.name()) == null) {
          graph.addFunction(callee);
        }
      }
      case AttrValue.ListValue list ->
          list.values().forEach(entry -> provideFunctions(name, entry));
      default -> {}
    }
  }

  /** Adds the place in the text to what goes wrong. */
  private <T> T located(int where, Supplier<T> action) {
    try {
      return action.get();
    } catch (WeirException e) {
      throw e.within(in.where(where));
    } catch (RuntimeException e) {
      throw new WeirException(ErrorCode.INTERNAL, in.where(where) + ": " + e, e);
    }
  }
}

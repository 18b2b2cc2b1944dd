package dev.weir.graph;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds one node: collects inputs and attributes, works out the attributes that follow from the
 * inputs (types and counts), checks everything against the op's signature, infers shapes, and adds
 * the node to its graph.
 */
public final class NodeBuilder {
  private final Graph graph;
  private final OpDefinition op;
  private final String name;
  private final List<List<Output>> args = new ArrayList<>();
  private final Map<String, AttrValue> attrs = new HashMap<>();
  private final Set<Node> controlInputs = new LinkedHashSet<>();
  private String device = "";
  private boolean hasOpenBackEdge;
  private @Nullable Provenance provenance;

  NodeBuilder(Graph graph, OpDefinition op, String name) {
    this.graph = graph;
    this.op = op;
    this.name = name;
  }

  /** The next input, a single tensor. */
  public NodeBuilder input(Operand operand) {
    args.add(List.of(operand.asOutput()));
    return this;
  }

  /** The next input, one that is a list of tensors. */
  public NodeBuilder inputList(Iterable<? extends Operand> operands) {
    List<Output> list = new ArrayList<>();
    operands.forEach(operand -> list.add(operand.asOutput()));
    args.add(list);
    return this;
  }

  /**
   * All inputs at once, in order, for callers that have them as one flat list. The attributes that
   * say how many tensors each argument has must be set before.
   */
  public NodeBuilder flatInputs(List<Output> inputs) {
    Map<String, AttrValue> known = new HashMap<>(attrs);
    for (Signature.Attr attr : op.signature().attrs()) {
      if (attr.defaultValue() != null) {
        known.putIfAbsent(attr.name(), attr.defaultValue());
      }
    }
    args.addAll(AttrResolver.split(op.signature(), Attributes.of(known), inputs));
    return this;
  }

  /**
   * Says that some inputs of this {@code Merge} only hold the place of back edges, which {@link
   * Graph#connectBackEdge} will put there. What comes back is not known yet, and so neither is the
   * shape of what the node gives.
   */
  public NodeBuilder openBackEdge() {
    hasOpenBackEdge = true;
    return this;
  }

  /** Whether the op has an attribute of this name. */
  public boolean accepts(String attrName) {
    return op.signature().attrs().stream().anyMatch(attr -> attr.name().equals(attrName));
  }

  public NodeBuilder attr(String attrName, AttrValue value) {
    attrs.put(attrName, value);
    return this;
  }

  public NodeBuilder attr(String attrName, boolean value) {
    return attr(attrName, AttrValue.of(value));
  }

  public NodeBuilder attr(String attrName, long value) {
    return attr(attrName, AttrValue.of(value));
  }

  public NodeBuilder attr(String attrName, float value) {
    return attr(attrName, AttrValue.of(value));
  }

  public NodeBuilder attr(String attrName, String value) {
    return attr(attrName, AttrValue.of(value));
  }

  public NodeBuilder attr(String attrName, DType value) {
    return attr(attrName, AttrValue.of(value));
  }

  public NodeBuilder attr(String attrName, Shape value) {
    return attr(attrName, AttrValue.of(value));
  }

  /** A node that must finish before this one starts. */
  public NodeBuilder controlInput(Node node) {
    controlInputs.add(node);
    return this;
  }

  /** The device the node asks for, possibly in part: {@code /device:CPU:1}. */
  public NodeBuilder device(String spec) {
    device = spec;
    return this;
  }

  /** The device of a node this one stands for, and the line it was built by; for passes. */
  public NodeBuilder inPlaceOf(Node original) {
    device = original.device();
    provenance = original.provenance();
    return this;
  }

  /** Checks, infers and adds the node under a free name near the one asked for. */
  public Node build() {
    NodeSpec spec = spec(provenance == null ? Provenance.ofCaller() : provenance);
    return graph.addUnique(spec, inference(spec));
  }

  /** Checks, infers and adds the node under exactly its name; for readers of files and passes. */
  public Node buildExact() {
    NodeSpec spec = spec(provenance);
    return graph.addExact(spec, inference(spec));
  }

  private Inference inference(NodeSpec spec) {
    if (!hasOpenBackEdge) {
      return Inference.of(graph, spec);
    }
    if (op.kind() != NodeKind.MERGE) {
      throw spec.located(WeirException.invalidArgument("only a Merge takes a back edge"));
    }
    return Inference.of(graph, spec).withUnknownShape(0);
  }

  private NodeSpec spec(@Nullable Provenance builtAt) {
    try {
      List<Output> inputs = new ArrayList<>();
      args.forEach(inputs::addAll);
      checkName(name, true);
      checkGraph(inputs);
      DeviceSpec.parse(device);
      Attributes complete = new AttrResolver(op.signature(), attrs).resolve(args);
      return new NodeSpec(name, op, complete, inputs, List.copyOf(controlInputs), device, builtAt);
    } catch (WeirException e) {
      throw e.withNode(op.signature().name(), name, Provenance.text(builtAt));
    }
  }

  private void checkGraph(List<Output> inputs) {
    for (Output input : inputs) {
      if (input.node().graph() != graph) {
        throw WeirException.invalidArgument("its input %s is in another graph", input.name());
      }
    }
    for (Node control : controlInputs) {
      if (control.graph() != graph) {
        throw WeirException.invalidArgument("its control input %s is in another graph", control);
      }
    }
  }

  /**
   * Refuses an invalid node name. TensorFlow's rule: pieces joined by {@code >}, each a letter,
   * digit or dot, then also {@code _ - /}. Only names the runtime gives start with {@code _}.
   */
  static void checkName(String name, boolean internal) {
    boolean first = true;
    boolean valid = true;
    for (int i = 0; i < name.length() && valid; i++) {
      char c = name.charAt(i);
      if (c == '>') {
        valid = !first;
        first = true;
      } else {
        boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '.');
        boolean later = c == '_' || c == '-' || c == '/';
        valid = plain || (later && !first) || (c == '_' && internal && i == 0);
        first = false;
      }
    }
    if (!valid || first) {
      throw WeirException.invalidArgument(
          "\"%s\" is not a valid node name: letters, digits and . first, then also _ - / and >",
          name);
    }
  }

  @Override
  public String toString() {
    return op.signature().name() + " \"" + name + "\"" + args + attrs.keySet();
  }
}

package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** Checks, infers and adds the node under a free name near the one asked for. */
  public Node build() {
    NodeSpec spec = spec(Provenance.ofCaller());
    return graph.addUnique(spec, Inference.of(graph, spec));
  }

  /** Checks, infers and adds the node under exactly its name; for readers of files. */
  public Node buildExact() {
    NodeSpec spec = spec(null);
    return graph.addExact(spec, Inference.of(graph, spec));
  }

  private NodeSpec spec(@Nullable Provenance provenance) {
    try {
      List<Output> inputs = new ArrayList<>();
      args.forEach(inputs::addAll);
      checkName(name, true);
      checkGraph(inputs);
      DeviceSpec.parse(device);
      Attributes complete = new AttrResolver(op.signature(), attrs).resolve(args);
      return new NodeSpec(
          name, op, complete, inputs, List.copyOf(controlInputs), device, provenance);
    } catch (WeirException e) {
      String message = String.valueOf(e.getMessage());
      throw new WeirException(
          e.code(), Node.describe(op.signature().name(), name, message, provenance), e);
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

  /** Whether a name may be given to a node: TensorFlow's rule. */
  static void checkName(String name, boolean internal) {
    boolean valid = !name.isEmpty();
    for (int i = 0; i < name.length() && valid; i++) {
      char c = name.charAt(i);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '.');
      valid = plain || (i > 0 || (internal && c == '_')) && "_-/>\\".indexOf(c) >= 0;
    }
    if (!valid) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          "\"" + name + "\" is no name for a node: letters, digits and . first, then also _ - / >");
    }
  }

  @Override
  public String toString() {
    return op.signature().name()
        + " \""
        + name
        + "\""
        + args
        + Arrays.toString(attrs.keySet().toArray());
  }
}

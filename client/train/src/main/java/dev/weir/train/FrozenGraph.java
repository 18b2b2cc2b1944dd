package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Makes graphs that need no variables: what some outputs need, with every variable's value in its
 * place. Such a graph is one file, runs at once, and is optimized better.
 */
public final class FrozenGraph {
  private static final String HANDLE = "VarHandleOp";
  private static final String READ = "ReadVariableOp";
  private static final String GATHER = "ResourceGather";

  private FrozenGraph() {}

  /**
   * A new graph with what these outputs need, all of one graph, under the same names.
   *
   * @param values the values of the variables, by their names
   * @throws WeirException if a variable has no value here, or is used otherwise than by reading it
   */
  public static Graph of(Collection<Output> outputs, Map<String, Tensor> values) {
    if (outputs.isEmpty()) {
      throw WeirException.invalidArgument("a frozen graph needs at least one output");
    }
    Graph source = outputs.iterator().next().node().graph();
    Graph target = new Graph(source.registry());
    target.copyFunctionsOf(source);
    GraphCopier copier = new GraphCopier(target);
    BitSet needed = needed(outputs);
    List<Node> nodes = source.nodes();
    for (Node node : nodes) {
      if (!needed.get(node.id())) {
        continue;
      }
      switch (node.op().signature().name()) {
        case HANDLE -> checkReads(node, nodes, needed);
        case READ -> {
          Node variable = node.input(0).node();
          Tensor value = value(variable, values);
          Output constant = constant(target, variable.name(), value);
          copier.redirect(node.output(0), constant);
          copier.redirectControl(node, constant.node());
        }
        case GATHER -> {
          Node rows = gather(target, copier, node, values);
          copier.redirect(node.output(0), rows.output(0));
          copier.redirectControl(node, rows);
        }
        default -> copier.copy(node);
      }
    }
    return copier.finish();
  }

  /** Rows of a variable are rows of a constant. */
  private static Node gather(
      Graph target, GraphCopier copier, Node node, Map<String, Tensor> values) {
    Node variable = node.input(0).node();
    Output table = constant(target, variable.name(), value(variable, values));
    long batchDims = node.attrs().integer("batch_dims");
    Output axis = Ops.create(target).constant(Math.toIntExact(batchDims));
    return target
        .node("GatherV2", node.name())
        .input(table)
        .input(copier.mapped(node.input(1)))
        .input(axis)
        .attr("batch_dims", batchDims)
        .device(node.device())
        .build();
  }

  /** Variables that are read in several places stay one constant. */
  private static Output constant(Graph target, String name, Tensor value) {
    Node known = target.find(name);
    return known == null ? Ops.create(target).withName(name).constant(value) : known.output(0);
  }

  private static Tensor value(Node variable, Map<String, Tensor> values) {
    Tensor value = values.get(variable.name());
    if (value == null) {
      throw WeirException.notFound(
          "there is no value for the variable \"%s\"; there are values for %s",
          variable.name(), values.keySet());
    }
    Node.HandleData expected = variable.handle(0);
    if (expected != null
        && (expected.dtype() != value.dtype()
            || !expected.shape().isCompatibleWith(value.shape()))) {
      throw WeirException.invalidArgument(
          "the variable \"%s\" is %s%s, the value for it is %s%s",
          variable.name(), expected.dtype(), expected.shape(), value.dtype(), value.shape());
    }
    return value;
  }

  private static void checkReads(Node variable, List<Node> nodes, BitSet needed) {
    for (Node node : nodes) {
      boolean usesIt =
          needed.get(node.id())
              && node.inputs().stream().anyMatch(input -> input.node() == variable);
      String op = node.op().signature().name();
      if (usesIt && !op.equals(READ) && !op.equals(GATHER)) {
        throw WeirException.unimplemented(
            "cannot freeze the variable \"%s\": %s uses it otherwise than by %s and %s",
            variable.name(), node, READ, GATHER);
      }
    }
  }

  private static BitSet needed(Collection<Output> outputs) {
    BitSet needed = new BitSet();
    Deque<Node> open = new ArrayDeque<>();
    outputs.forEach(output -> open.add(output.node()));
    while (!open.isEmpty()) {
      Node node = open.remove();
      if (!needed.get(node.id())) {
        needed.set(node.id());
        node.inputs().forEach(input -> open.add(input.node()));
        open.addAll(node.controlInputs());
      }
    }
    return needed;
  }
}

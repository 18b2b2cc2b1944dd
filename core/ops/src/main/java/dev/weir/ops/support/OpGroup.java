package dev.weir.ops.support;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import java.util.List;
import java.util.stream.IntStream;

/** A group of the facade: builds nodes of its ops in a scope. */
public abstract class OpGroup {
  private final Scope scope;

  protected OpGroup(Scope scope) {
    this.scope = scope;
  }

  /** The scope nodes are built in. */
  protected final Scope scope() {
    return scope;
  }

  /** Starts a node with these inputs, each a single tensor. */
  protected final NodeBuilder node(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  /** The first output of a node with these inputs, each a single tensor, and no attributes. */
  protected final Output op(String op, Operand... inputs) {
    return node(op, inputs).build().output(0);
  }

  /** Starts a node some of whose inputs are constants made of Java values. */
  protected final Call call(String op) {
    return new Call(scope, op);
  }

  /** All outputs of a node. */
  protected static List<Output> outputs(Node node) {
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }
}

package dev.weir.ops.support;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;

/** Nodes of gradients that have the attributes of the node that is differentiated. */
public final class SameAttributes {
  private SameAttributes() {}

  /** The first output of a node of an op whose attributes with these names are the same. */
  public static Output build(
      GradientContext context, String op, String[] attributes, Operand... inputs) {
    NodeBuilder builder = builder(context, op, attributes);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  /**
   * Starts a node of an op whose attributes with these names are the same; names that it has no
   * attribute of are left out.
   */
  public static NodeBuilder builder(GradientContext context, String op, String... attributes) {
    NodeBuilder builder = context.scope().node(op);
    Signature target = context.scope().graph().registry().get(op).signature();
    for (String name : attributes) {
      AttrValue value = context.node().attrs().find(name);
      if (value != null && target.attrs().stream().anyMatch(attr -> attr.name().equals(name))) {
        builder.attr(name, value);
      }
    }
    return builder;
  }
}

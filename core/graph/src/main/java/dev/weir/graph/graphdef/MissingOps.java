package dev.weir.graph.graphdef;

import dev.weir.graph.Graph;
import dev.weir.schema.AttrValue;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.NodeDef;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What nodes of a file need that is not known here: ops, and functions with such ops in them. */
final class MissingOps {
  private MissingOps() {}

  /** What a node needs and the graph's ops and functions do not have; null if all is there. */
  static @Nullable String of(NodeDef node, Graph graph) {
    if (graph.registry().find(node.getOp()) == null) {
      String why = graph.whyDeferred(node.getOp());
      return why == null
          ? "Op type not registered '" + node.getOp() + "'"
          : inFunction(node.getOp(), why);
    }
    for (AttrValue value : node.getAttrMap().values()) {
      String missing = of(value, graph);
      if (missing != null) {
        return missing;
      }
    }
    return null;
  }

  private static @Nullable String of(AttrValue value, Graph graph) {
    if (value.hasFunc()) {
      String why = graph.whyDeferred(value.getFunc().getName());
      return why == null ? null : inFunction(value.getFunc().getName(), why);
    }
    for (dev.weir.schema.NameAttrList function : value.getList().getFuncList()) {
      String why = graph.whyDeferred(function.getName());
      if (why != null) {
        return inFunction(function.getName(), why);
      }
    }
    return null;
  }

  private static String inFunction(String name, String why) {
    return why + " in function \"" + name + "\"";
  }

  /**
   * What the body of a function needs and is not known; null if all is.
   *
   * @param functions the names of all functions of the file
   */
  static @Nullable String of(FunctionDef function, Graph graph, Set<String> functions) {
    for (NodeDef node : function.getNodeDefList()) {
      boolean isCall = functions.contains(node.getOp()) || graph.findFunction(node.getOp()) != null;
      String missing = isCall ? graph.whyDeferred(node.getOp()) : of(node, graph);
      if (missing != null) {
        return missing + " (node \"" + node.getName() + "\")";
      }
    }
    return null;
  }
}

package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes and functions of a graph that cannot be built. Guarded by the graph. */
final class DeferredParts {
  /** A function in whose body something is not known. */
  record Function(String missing, ByteBuffer definition) {}

  private final Map<String, DeferredNode> nodes = new LinkedHashMap<>();
  private final Map<String, Function> functions = new LinkedHashMap<>();

  @Nullable DeferredNode node(String name) {
    return nodes.get(name);
  }

  List<DeferredNode> nodes() {
    return List.copyOf(nodes.values());
  }

  Map<String, Function> functions() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(functions));
  }

  @Nullable Function function(String name) {
    return functions.get(name);
  }

  /** Adds a node. One that is there already must be the same. */
  void add(DeferredNode node) {
    DeferredNode before = nodes.putIfAbsent(node.name(), node);
    if (before != null && !before.definition().equals(node.definition())) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS, "the graph has another node \"" + node.name() + "\" already");
    }
  }

  /** Adds a function. One that is there already must be the same. */
  void add(String name, Function function) {
    Function before = functions.putIfAbsent(name, function);
    if (before != null && !before.definition().equals(function.definition())) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS, "the graph has another function \"" + name + "\" already");
    }
  }

  /** Drops what was added after there were so many. */
  void truncate(int nodeCount, int functionCount) {
    keepFirst(nodes, nodeCount);
    keepFirst(functions, functionCount);
  }

  private static void keepFirst(Map<String, ?> map, int count) {
    List<String> names = List.copyOf(map.keySet());
    map.keySet().removeAll(names.subList(count, names.size()));
  }

  int nodeCount() {
    return nodes.size();
  }

  int functionCount() {
    return functions.size();
  }

  /** The refusal of a step that needs a node: what is not known, and the way to it. */
  WeirException refusal(DeferredNode wanted) {
    Map<String, String> reachedFrom = new HashMap<>();
    ArrayDeque<DeferredNode> open = new ArrayDeque<>(List.of(wanted));
    DeferredNode culprit = wanted;
    while (!open.isEmpty()) {
      DeferredNode node = open.removeFirst();
      if (node.missing() != null) {
        culprit = node;
        break;
      }
      for (String input : node.inputs()) {
        DeferredNode next = nodes.get(input);
        if (next != null && !input.equals(wanted.name())) {
          if (reachedFrom.putIfAbsent(input, node.name()) == null) {
            open.addLast(next);
          }
        }
      }
    }
    List<String> path = new ArrayList<>();
    for (String at = culprit.name(); at != null; at = reachedFrom.get(at)) {
      path.add(at);
    }
    return refusal(culprit.op(), String.valueOf(culprit.missing()), path);
  }

  /** The refusal of a step, with the way from what is not known to what the step asks for. */
  static WeirException refusal(String op, String missing, List<String> path) {
    String way = path.size() == 1 ? "" : "; the step needs it: " + String.join(" -> ", path);
    return WeirException.notFound("%s%s (`weir ops` lists the ops there are)", missing, way)
        .withNode(op, path.getFirst(), null);
  }
}

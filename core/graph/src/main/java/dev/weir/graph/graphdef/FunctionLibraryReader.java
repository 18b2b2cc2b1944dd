package dev.weir.graph.graphdef;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.OpRegistry;
import dev.weir.schema.AttrValue;
import dev.weir.schema.FunctionDef;
import dev.weir.schema.FunctionDefLibrary;
import dev.weir.schema.NameAttrList;
import dev.weir.schema.NodeDef;
import dev.weir.schema.OpDef;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The functions of a file, which may call each other in any order but not themselves. */
final class FunctionLibraryReader {
  private final Graph graph;
  private final int producer;
  private final Expansion expansion;
  private final Map<String, FunctionDef> defs = new LinkedHashMap<>();

  FunctionLibraryReader(
      Graph graph, FunctionDefLibrary library, int producer, Expansion expansion) {
    this.graph = graph;
    this.producer = producer;
    this.expansion = expansion;
    for (FunctionDef def : library.getFunctionList()) {
      if (defs.put(def.getSignature().getName(), def) != null) {
        throw WeirException.invalidArgument(
            "the file has two functions called \"%s\"", def.getSignature().getName());
      }
    }
  }

  /** Adds all functions to the graph. One that the graph has already must be the same. */
  void addAll() {
    for (FunctionDef def : calleesFirst()) {
      String name = def.getSignature().getName();
      String missing = MissingOps.of(def, graph, defs.keySet());
      if (missing != null) {
        graph.deferFunction(name, missing, ByteBuffer.wrap(def.toByteArray()));
        continue;
      }
      try {
        GraphFunction function = new FunctionReader(def, this).read(calleesOf(def));
        GraphFunction before = graph.findFunction(name);
        if (before == null) {
          graph.addFunction(function);
        } else if (!new FunctionWriter(before)
            .write()
            .equals(new FunctionWriter(function).write())) {
          throw new WeirException(
              ErrorCode.ALREADY_EXISTS, "the graph has another function of this name");
        }
      } catch (WeirException e) {
        throw e.within("function \"" + name + "\"");
      }
    }
  }

  OpRegistry registry() {
    return graph.registry();
  }

  /** The interface of a function that the file or the graph has; null if neither does. */
  @Nullable OpDef signature(String name) {
    FunctionDef def = defs.get(name);
    if (def != null) {
      return def.getSignature();
    }
    GraphFunction existing = graph.findFunction(name);
    return existing == null ? null : new FunctionWriter(existing).write().getSignature();
  }

  NodeImporter importerInto(Graph body) {
    return new NodeImporter(body, "", producer, expansion);
  }

  Expansion expansion() {
    return expansion;
  }

  private List<GraphFunction> calleesOf(FunctionDef def) {
    List<GraphFunction> callees = new ArrayList<>();
    for (String name : namesIn(def)) {
      GraphFunction callee = graph.findFunction(name);
      if (callee != null) {
        callees.add(callee);
      }
    }
    return callees;
  }

  private List<FunctionDef> calleesFirst() {
    Map<String, Integer> waitingFor = new LinkedHashMap<>();
    Map<String, List<String>> callers = new LinkedHashMap<>();
    ArrayDeque<String> ready = new ArrayDeque<>();
    for (FunctionDef def : defs.values()) {
      String name = def.getSignature().getName();
      Set<String> callees = namesIn(def);
      callees.retainAll(defs.keySet());
      callees.forEach(c -> callers.computeIfAbsent(c, key -> new ArrayList<>()).add(name));
      waitingFor.put(name, callees.size());
      if (callees.isEmpty()) {
        ready.add(name);
      }
    }
    List<FunctionDef> sorted = new ArrayList<>();
    while (!ready.isEmpty()) {
      String next = ready.remove();
      sorted.add(defs.get(next));
      waitingFor.remove(next);
      for (String caller : callers.getOrDefault(next, List.of())) {
        if (waitingFor.merge(caller, -1, Integer::sum) == 0) {
          ready.add(caller);
        }
      }
    }
    if (!waitingFor.isEmpty()) {
      throw WeirException.unimplemented(
          "functions cannot call themselves, directly or through others: %s",
          waitingFor.keySet().stream().limit(10).toList());
    }
    return sorted;
  }

  /** All function names in the body, whether there are such functions or not. */
  private static Set<String> namesIn(FunctionDef def) {
    Set<String> names = new LinkedHashSet<>();
    for (NodeDef node : def.getNodeDefList()) {
      names.add(node.getOp());
      node.getAttrMap().values().forEach(value -> addNames(value, names));
    }
    return names;
  }

  private static void addNames(AttrValue value, Set<String> names) {
    if (value.hasFunc()) {
      addNames(value.getFunc(), names);
    } else if (value.hasList()) {
      value.getList().getFuncList().forEach(function -> addNames(function, names));
    }
  }

  private static void addNames(NameAttrList function, Set<String> names) {
    names.add(function.getName());
    function.getAttrMap().values().forEach(value -> addNames(value, names));
  }

  /** A node whose op is the name of a function becomes one that calls the function. */
  NodeDef withoutCalls(NodeDef node) {
    OpDef callee =
        defs.isEmpty() && registry().find(node.getOp()) != null ? null : signature(node.getOp());
    if (callee == null) {
      return node;
    }
    String op = callee.getIsStateful() ? "StatefulPartitionedCall" : "PartitionedCall";
    if (registry().find(op) == null) {
      throw FileNode.error(
          node, ErrorCode.UNIMPLEMENTED, "it calls a function, for which there is no " + op, null);
    }
    NodeDef.Builder call = node.toBuilder().setOp(op).clearAttr();
    node.getAttrMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith("_")) {
                call.putAttr(name, value);
              }
            });
    call.putAttr("Tin", types(callee.getInputArgList()));
    call.putAttr("Tout", types(callee.getOutputArgList()));
    NameAttrList function = NameAttrList.newBuilder().setName(node.getOp()).build();
    return call.putAttr("f", AttrValue.newBuilder().setFunc(function).build()).build();
  }

  private static AttrValue types(List<OpDef.ArgDef> args) {
    AttrValue.ListValue.Builder types = AttrValue.ListValue.newBuilder();
    for (OpDef.ArgDef arg : args) {
      types.addTypeValue(arg.getTypeValue());
    }
    return AttrValue.newBuilder().setList(types).build();
  }
}

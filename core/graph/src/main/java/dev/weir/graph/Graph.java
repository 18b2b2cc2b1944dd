package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A description of a computation: nodes and the edges between them, and functions to call. A graph
 * only grows; a node that is in it stays as it is. Thread-safe: a graph may be extended while
 * sessions run it.
 *
 * <p>Nodes stand in an order in which every node comes after its inputs. The one edge that points
 * backwards is that from a {@code NextIteration} to the {@code Merge} at the start of a loop.
 */
public final class Graph {
  private final OpRegistry registry;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> byName = new HashMap<>();
  private final Map<String, Integer> nextSuffix = new HashMap<>();
  private final Set<String> scopes = new HashSet<>();
  private final Map<String, GraphFunction> functions = new LinkedHashMap<>();
  private final DeferredParts deferred = new DeferredParts();
  private volatile long revision;

  /** An empty graph over all ops on the class path. */
  public Graph() {
    this(OpRegistry.standard());
  }

  /** An empty graph over these ops. */
  public Graph(OpRegistry registry) {
    this.registry = registry;
  }

  /** The ops this graph may use. */
  public OpRegistry registry() {
    return registry;
  }

  /** Starts a node. Its name is made unique by a suffix if it is taken. */
  public NodeBuilder node(String op, String name) {
    return new NodeBuilder(this, registry.get(op), name);
  }

  /** Starts a node of an op that need not be registered; for passes. */
  public NodeBuilder node(OpDefinition op, String name) {
    return new NodeBuilder(this, op, name);
  }

  /** Starts a node named after its op. */
  public NodeBuilder node(String op) {
    return node(op, op);
  }

  /** How many nodes there are. */
  public synchronized int size() {
    return nodes.size();
  }

  /** The nodes there are now, inputs before their users. */
  public synchronized List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** The node of this name, or null. */
  public synchronized @Nullable Node find(String name) {
    return byName.get(name);
  }

  /** The node of this name. */
  public Node get(String name) {
    Node node = find(name);
    DeferredNode unknown = node == null ? findDeferred(name) : null;
    if (unknown != null) {
      throw refusal(unknown);
    }
    if (node == null) {
      throw WeirException.notFound("the graph has no node \"%s\"%s", name, suggestion(name));
    }
    return node;
  }

  private synchronized WeirException refusal(DeferredNode unknown) {
    return deferred.refusal(unknown);
  }

  /** The node of this name that cannot be built; null if there is none. */
  public synchronized @Nullable DeferredNode findDeferred(String name) {
    return deferred.node(name);
  }

  /** The nodes that cannot be built as they are, in the order in which they were added. */
  public synchronized List<DeferredNode> deferredNodes() {
    return deferred.nodes();
  }

  /** Keeps a node that cannot be built. Nothing that is built may depend on it. */
  public synchronized void defer(DeferredNode node) {
    NodeBuilder.checkName(node.name(), true);
    Node before = byName.get(node.name());
    if (before != null && before.missing() == null) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS, "the graph has a node \"" + node.name() + "\" already");
    }
    deferred.add(node);
  }

  /**
   * Keeps a node whose own op is not known, and adds one in its place whose outputs can be fed.
   *
   * @param outputs the types that the users of its outputs expect
   * @return the node in its place; the one there is if the file was added before
   */
  public synchronized Node deferMissing(DeferredNode node, List<DType> outputs) {
    defer(node);
    Node before = byName.get(node.name());
    if (before != null) {
      return before;
    }
    String missing = String.valueOf(node.missing());
    NodeSpec spec =
        new NodeSpec(
            node.name(),
            new MissingOp(node.op(), missing, outputs),
            Attributes.of(Map.of()),
            List.of(),
            List.of(),
            "",
            null);
    return put(spec, Inference.of(this, spec));
  }

  /**
   * The refusal of a step that needs a node whose op is not known.
   *
   * @param path the nodes from the one that is missing to the one that the step asks for
   */
  public static WeirException missing(List<Node> path) {
    Node culprit = path.getFirst();
    return DeferredParts.refusal(
        culprit.op().signature().name(),
        String.valueOf(culprit.missing()),
        path.stream().map(Node::name).toList());
  }

  /** Keeps a function that cannot be built, and says why. */
  public synchronized void deferFunction(String name, String missing, ByteBuffer definition) {
    deferred.add(name, new DeferredParts.Function(missing, definition));
  }

  /** Why a function of this name cannot be built; null if there is none that cannot. */
  public synchronized @Nullable String whyDeferred(String function) {
    DeferredParts.Function found = deferred.function(function);
    return found == null ? null : found.missing();
  }

  /** The definitions of functions that cannot be built, by name. */
  public synchronized Map<String, ByteBuffer> deferredFunctions() {
    Map<String, ByteBuffer> definitions = new LinkedHashMap<>();
    deferred.functions().forEach((name, f) -> definitions.put(name, f.definition().duplicate()));
    return definitions;
  }

  /** The output an endpoint names: {@code node:1}, or {@code node} for output 0. */
  public Output output(String endpoint) {
    Endpoint parsed = Endpoint.parse(endpoint);
    return get(parsed.node()).output(parsed.index());
  }

  private synchronized String suggestion(String name) {
    String similar = SimilarNames.nearest(name, byName.keySet());
    return similar == null ? "" : "; did you mean \"" + similar + "\"?";
  }

  /** Adds a function to the library. */
  public synchronized void addFunction(GraphFunction function) {
    if (functions.putIfAbsent(function.name(), function) != null) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS, "the graph has a function \"" + function.name() + "\" already");
    }
  }

  /** The function of this name, or null. */
  public synchronized @Nullable GraphFunction findFunction(String name) {
    return functions.get(name);
  }

  /** The library, in the order in which functions were added. */
  public synchronized Collection<GraphFunction> functions() {
    return List.copyOf(functions.values());
  }

  /**
   * Connects the back edge of a loop: from now on {@code merge} takes input {@code i} from a {@code
   * NextIteration}.
   */
  public synchronized void connectBackEdge(Node merge, int i, Output nextIteration) {
    if (merge.op().kind() != NodeKind.MERGE
        || nextIteration.node().op().kind() != NodeKind.NEXT_ITERATION) {
      throw merge.error(
          ErrorCode.INVALID_ARGUMENT,
          "only a Merge takes a back edge, and only from a NextIteration; got "
              + nextIteration.node());
    }
    if (i < 0 || i >= merge.inputCount()) {
      throw merge.error(
          ErrorCode.INVALID_ARGUMENT, "it has " + merge.inputCount() + " inputs, not input " + i);
    }
    if (nextIteration.dtype() != merge.outputDtype(0)
        || !merge.outputShape(0).isCompatibleWith(nextIteration.shape())) {
      throw merge.error(
          ErrorCode.INVALID_ARGUMENT,
          "a loop variable keeps its type and shape: it enters as "
              + merge.outputDtype(0)
              + merge.outputShape(0)
              + " and comes back as "
              + nextIteration);
    }
    merge.replaceInput(i, nextIteration);
    revision++;
  }

  /**
   * Changes when a node that was there before does, which only the connection of a back edge brings
   * about. What was compiled from the graph holds as long as this is the same.
   */
  public long revision() {
    return revision;
  }

  /**
   * Makes changes all together or, if they throw, not at all. Other threads see them when they are
   * complete.
   */
  public synchronized void atomically(Runnable changes) {
    int nodesBefore = nodes.size();
    int functionsBefore = functions.size();
    int deferredBefore = deferred.nodeCount();
    int deferredFunctionsBefore = deferred.functionCount();
    boolean complete = false;
    try {
      changes.run();
      complete = true;
    } finally {
      if (!complete) {
        List<Node> added = nodes.subList(nodesBefore, nodes.size());
        added.forEach(node -> byName.remove(node.name()));
        added.clear();
        List<String> names = List.copyOf(functions.keySet());
        functions.keySet().removeAll(names.subList(functionsBefore, names.size()));
        deferred.truncate(deferredBefore, deferredFunctionsBefore);
      }
    }
  }

  /** Whether a node of this name exists. */
  public synchronized boolean has(String name) {
    return byName.containsKey(name);
  }

  /** Adds a node under a free name near the one it asks for. */
  synchronized Node addUnique(NodeSpec spec, Inference inference) {
    String free = freeName(spec.name());
    return put(free.equals(spec.name()) ? spec : Inference.renamed(spec, free), inference);
  }

  /** Adds a node under exactly the name it asks for. */
  synchronized Node addExact(NodeSpec spec, Inference inference) {
    if (byName.containsKey(spec.name()) || deferred.node(spec.name()) != null) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS,
          "the graph has a node \""
              + spec.name()
              + "\" already; rename one of them, or import the second file under a prefix");
    }
    return put(spec, inference);
  }

  private Node put(NodeSpec spec, Inference inference) {
    Node node = new Node(this, nodes.size(), spec, inference);
    nodes.add(node);
    byName.put(node.name(), node);
    return node;
  }

  private boolean isTaken(String name) {
    return byName.containsKey(name) || deferred.node(name) != null || scopes.contains(name);
  }

  /** {@code name} if no node or scope has it, else {@code name_1}, {@code name_2}, … */
  public synchronized String freeName(String name) {
    if (!isTaken(name)) {
      return name;
    }
    int suffix = nextSuffix.getOrDefault(name, 1);
    String free = name + "_" + suffix;
    while (isTaken(free)) {
      suffix++;
      free = name + "_" + suffix;
    }
    nextSuffix.put(name, suffix + 1);
    return free;
  }

  /** Takes a free name near this one for a scope. */
  synchronized String claimScope(String name) {
    NodeBuilder.checkName(name, false);
    String free = freeName(name);
    scopes.add(free);
    return free;
  }

  /**
   * Copies a node of another graph into this one, with its name and all that was inferred for it,
   * but other inputs. For passes, which make graphs out of graphs.
   */
  public Node copyOf(Node original, List<Output> inputs, List<Node> controlInputs, String device) {
    return copyOf(original, original.op(), inputs, controlInputs, device);
  }

  /**
   * Copies a node of another graph into this one, with its name, but infers anew what follows from
   * its inputs. For what takes a feed instead of a value that was known when the node was built.
   */
  Node inferredCopyOf(
      Node original, List<Output> inputs, List<Node> controlInputs, boolean hasBackEdge) {
    NodeSpec spec =
        new NodeSpec(
            original.name(),
            original.op(),
            original.attrs(),
            inputs,
            controlInputs,
            original.device(),
            original.provenance());
    Inference inference = Inference.of(this, spec);
    return addExact(spec, hasBackEdge ? inference.withUnknownShape(0) : inference);
  }

  /** Copies a node as one of another op with an equal interface, which need not be registered. */
  Node copyOf(
      Node original,
      OpDefinition op,
      List<Output> inputs,
      List<Node> controlInputs,
      String device) {
    NodeSpec spec =
        new NodeSpec(
            original.name(),
            op,
            original.attrs(),
            inputs,
            controlInputs,
            device,
            original.provenance());
    return addExact(spec, Inference.copied(original));
  }

  /** Copies all functions of another graph that this one lacks. */
  public void copyFunctionsOf(Graph other) {
    for (GraphFunction function : other.functions()) {
      if (findFunction(function.name()) == null) {
        addFunction(function);
      }
    }
  }
}

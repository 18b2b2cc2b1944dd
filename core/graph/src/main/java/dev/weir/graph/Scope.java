package dev.weir.graph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where in a graph nodes are built, and how: what goes before their names, what device they ask
 * for, what they are colocated with and what they wait for.
 *
 * <p>Immutable: each method returns a new scope, so that a part of a program can be handed a scope
 * and never changes what its caller builds.
 *
 * <pre>
 * Scope layer = Scope.of(graph).withSubScope("layer1").withDevice("/device:CPU:1");
 * Node product = layer.withName("product").node("MatMul").input(x).input(w).build();
 * // MatMul "layer1/product" on /device:CPU:1
 * </pre>
 */
public final class Scope {
  private static final String COLOCATION = "_class";

  private final Graph graph;
  private final String prefix;
  private final @Nullable String name;
  private final DeviceSpec device;
  private final List<String> colocation;
  private final List<Node> controls;

  private Scope(
      Graph graph,
      String prefix,
      @Nullable String name,
      DeviceSpec device,
      List<String> colocation,
      List<Node> controls) {
    this.graph = graph;
    this.prefix = prefix;
    this.name = name;
    this.device = device;
    this.colocation = colocation;
    this.controls = controls;
  }

  /** The outermost scope of a graph. */
  public static Scope of(Graph graph) {
    return new Scope(graph, "", null, DeviceSpec.ANY, List.of(), List.of());
  }

  /** The graph it builds in. */
  public Graph graph() {
    return graph;
  }

  /** What goes before the names of nodes: {@code layer1/}, or nothing at the outermost. */
  public String prefix() {
    return prefix;
  }

  /**
   * A scope inside this one. If the name is taken, by a scope or by a node, it becomes {@code
   * layer1_1}, {@code layer1_2}, …: nodes are in the same scope if they were built with the same
   * object.
   */
  public Scope withSubScope(String subScope) {
    String unique = graph.claimScope(prefix + subScope);
    return new Scope(graph, unique + "/", null, device, colocation, controls);
  }

  /** This scope with a name for the nodes built; without, they are named after their ops. */
  public Scope withName(String nodeName) {
    return new Scope(graph, prefix, nodeName, device, colocation, controls);
  }

  /**
   * This scope on a device, given in full or in part. Parts that are left open stay as they are.
   */
  public Scope withDevice(String spec) {
    return withDevice(DeviceSpec.parse(spec));
  }

  /** This scope on a device, given in full or in part. */
  public Scope withDevice(DeviceSpec spec) {
    return new Scope(graph, prefix, name, spec.orElse(device), colocation, controls);
  }

  /**
   * This scope, next to a node: what is built in it is placed where that node is, whatever device
   * this scope had.
   */
  public Scope colocateWith(Node node) {
    Set<String> places = new LinkedHashSet<>(colocation);
    places.add("loc:@" + node.name());
    DeviceSpec its = DeviceSpec.parse(node.device());
    return new Scope(graph, prefix, name, its, List.copyOf(places), controls);
  }

  /** This scope, next to the node that produces an operand. */
  public Scope colocateWith(Operand operand) {
    return colocateWith(operand.asOutput().node());
  }

  /** This scope, in which nodes also wait for these. */
  public Scope withControlDependencies(Iterable<? extends Node> nodes) {
    Set<Node> all = new LinkedHashSet<>(controls);
    nodes.forEach(all::add);
    return new Scope(graph, prefix, name, device, colocation, List.copyOf(all));
  }

  /** This scope, in which nodes wait for nothing but their inputs. */
  public Scope withoutControlDependencies() {
    return new Scope(graph, prefix, name, device, colocation, List.of());
  }

  /** The name a node of this op asks for in this scope. */
  public String nameFor(String op) {
    return prefix + (name == null ? op : name);
  }

  /** Starts a node with all that this scope says of it. */
  public NodeBuilder node(String op) {
    NodeBuilder builder = graph.node(op, nameFor(op));
    if (!device.equals(DeviceSpec.ANY)) {
      builder.device(device.toString());
    }
    controls.forEach(builder::controlInput);
    if (!colocation.isEmpty()) {
      builder.attr(COLOCATION, AttrValue.ofStrings(new ArrayList<>(colocation)));
    }
    return builder;
  }

  @Override
  public String toString() {
    return "scope \"" + prefix + "\"" + (device.equals(DeviceSpec.ANY) ? "" : " on " + device);
  }
}

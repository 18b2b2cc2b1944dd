package dev.weir.graph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where in a graph nodes are being built: the prefix of their names, the device they ask for, what
 * they stand next to and what they wait for. Immutable; each {@code with} method returns another
 * scope.
 */
public final class Scope {
  private final Graph graph;
  private final String prefix;
  private final @Nullable String nextName;
  private final DeviceSpec device;
  private final Set<String> colocations;
  private final List<Node> controls;

  private Scope(
      Graph graph,
      String prefix,
      @Nullable String nextName,
      DeviceSpec device,
      Set<String> colocations,
      List<Node> controls) {
    this.graph = graph;
    this.prefix = prefix;
    this.nextName = nextName;
    this.device = device;
    this.colocations = colocations;
    this.controls = controls;
  }

  /** The root scope of a graph. */
  public static Scope of(Graph graph) {
    return new Scope(graph, "", null, DeviceSpec.ANY, Set.of(), List.of());
  }

  public Graph graph() {
    return graph;
  }

  /** A scope whose nodes are named {@code name/…}; the name is made unique. */
  public Scope withSubScope(String name) {
    String unique = graph.freeScope(prefix + name);
    return new Scope(graph, unique + "/", null, device, colocations, controls);
  }

  /** The same scope; the next node is called {@code name} instead of after its op. */
  public Scope withName(String name) {
    return new Scope(graph, prefix, name, device, colocations, controls);
  }

  /** A scope whose nodes ask for a device; parts it leaves open stay as they are here. */
  public Scope withDevice(String spec) {
    DeviceSpec merged = DeviceSpec.parse(spec).orElse(device);
    return new Scope(graph, prefix, nextName, merged, colocations, controls);
  }

  /** A scope whose nodes are placed on the device of another node. */
  public Scope colocateWith(Operand operand) {
    Set<String> more = new LinkedHashSet<>(colocations);
    more.add("loc:@" + operand.asOutput().node().name());
    return new Scope(graph, prefix, nextName, device, more, controls);
  }

  /** A scope whose nodes wait for others to finish. */
  public Scope withControlDependencies(Iterable<Node> nodes) {
    List<Node> more = new ArrayList<>(controls);
    nodes.forEach(more::add);
    return new Scope(graph, prefix, nextName, device, colocations, more);
  }

  /** Starts a node here. */
  public NodeBuilder node(String op) {
    NodeBuilder builder = graph.node(op, prefix + (nextName == null ? op : nextName));
    builder.device(device.toString());
    controls.forEach(builder::controlInput);
    if (!colocations.isEmpty()) {
      builder.attr("_class", AttrValue.ofStrings(List.copyOf(colocations)));
    }
    return builder;
  }
}

package dev.weir.runtime.internal.partition;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop run in several locations. Each of them gets a small loop of its own, which does
 * nothing but follow the loop's condition: it starts an iteration there when there is one, so that
 * what is received from other locations is received once per iteration, and no more.
 *
 * <pre>
 * before:  a loop in locations A and B, its LoopCond in A
 * after:   in each of them  Enter(const) → Merge → Switch(·, LoopCond) → NextIteration → Merge
 *          every _Recv of the loop waits for the Merge of its location
 * </pre>
 *
 * A graph that is cut twice, by task and then by device, may lack the LoopCond of a loop the second
 * time; then the loops of that cut follow the one of the first cut.
 */
final class ControlLoops {
  private static final String PREFIX = "_cloop/";

  /** A loop in a location, and the device there that its small loop is on. */
  private record Key(LoopFrames.Frame frame, String location, String device) {}

  private record Place(List<String> loop, String location) {}

  private final Graph graph;
  private final UnaryOperator<String> locations;
  private final Map<Place, Node> merges = new LinkedHashMap<>();
  private int count;

  /**
   * The loops of a graph.
   *
   * @param locations where a device is, by its name
   */
  ControlLoops(Graph graph, UnaryOperator<String> locations) {
    this.graph = graph;
    this.locations = locations;
  }

  /** Adds the small loops for all loops that are in several locations. */
  void add() {
    List<Node> nodes = graph.nodes();
    LoopFrames frames = LoopFrames.of(nodes);
    if (frames.isEmpty()) {
      return;
    }
    Map<LoopFrames.Frame, Map<String, String>> devices = new LinkedHashMap<>();
    for (Node node : nodes) {
      note(frames.of(node), node.device(), devices);
      note(frames.ofOutputs(node), node.device(), devices);
    }
    Set<Key> needed = new LinkedHashSet<>();
    devices.forEach(
        (frame, where) -> {
          if (where.size() > 1) {
            where.forEach((location, device) -> need(new Key(frame, location, device), needed));
          }
        });
    needed.forEach(this::merge);
  }

  /** Notes that a loop is where a device is; the first device of a location gets its small loop. */
  private void note(
      LoopFrames.@Nullable Frame frame,
      String device,
      Map<LoopFrames.Frame, Map<String, String>> devices) {
    if (frame != null) {
      devices
          .computeIfAbsent(frame, key -> new LinkedHashMap<>())
          .putIfAbsent(locations.apply(device), device);
    }
  }

  /** A loop inside another needs the outer one in its location too. */
  private static void need(Key key, Set<Key> needed) {
    LoopFrames.Frame parent = key.frame().parent();
    if (parent != null) {
      need(new Key(parent, key.location(), key.device()), needed);
    }
    needed.add(key);
  }

  /** The node that runs once per iteration of a loop in a location; null if there is none. */
  @Nullable Node trigger(LoopFrames.Frame frame, String location) {
    return merges.get(new Place(frame.path(), location));
  }

  private Node merge(Key key) {
    Place place = new Place(key.frame().path(), key.location());
    Node known = merges.get(place);
    if (known != null) {
      return known;
    }
    LoopFrames.Frame frame = key.frame();
    String device = key.device();
    Node condition = frame.condition();
    if (condition == null) {
      throw WeirException.invalidArgument(
          "the loop \"%s\" is on several devices but has no LoopCond to follow", frame.name());
    }
    String prefix = freePrefix(frame.name());
    Node enter =
        graph
            .node("Enter", prefix + "/Enter")
            .input(start(prefix, key))
            .attr("frame_name", frame.name())
            .attr("parallel_iterations", frame.parallelIterations())
            .device(device)
            .buildExact();
    Output entered = enter.output(0);
    Node merge =
        graph
            .node("Merge", prefix + "/Merge")
            .inputList(List.of(entered, entered))
            .device(device)
            .buildExact();
    Node branch =
        graph
            .node("Switch", prefix + "/Switch")
            .input(merge.output(0))
            .input(condition)
            .device(device)
            .buildExact();
    Node next =
        graph
            .node("NextIteration", prefix + "/NextIteration")
            .input(branch.output(1))
            .device(device)
            .buildExact();
    graph.connectBackEdge(merge, 1, next.output(0));
    merges.put(place, merge);
    return merge;
  }

  /** Something to enter the loop with, once per iteration of the loop around it. */
  private Output start(String prefix, Key key) {
    var builder =
        graph
            .node("Const", prefix + "/start")
            .attr("value", AttrValue.of(Tensors.of(Shape.of(0), new float[0])))
            .attr("dtype", DType.FLOAT32)
            .device(key.device());
    LoopFrames.Frame parent = key.frame().parent();
    if (parent != null) {
      builder.controlInput(merge(new Key(parent, key.location(), key.device())));
    }
    return builder.buildExact().output(0);
  }

  /** A graph that was cut before has small loops with names of their own. */
  private String freePrefix(String loop) {
    String prefix;
    do {
      prefix = PREFIX + loop + "_" + count++;
    } while (graph.find(prefix + "/Merge") != null);
    return prefix;
  }

  /** The nodes of the small loops that receives wait for. */
  Collection<Node> triggers() {
    return merges.values();
  }

  /** Whether it is the Switch of a small loop, whose second input is the loop's condition. */
  static boolean isBranch(Node node) {
    return node.op().kind() == NodeKind.SWITCH && node.name().startsWith(PREFIX);
  }
}

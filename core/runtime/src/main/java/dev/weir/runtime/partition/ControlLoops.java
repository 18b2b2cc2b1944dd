package dev.weir.runtime.partition;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop run on several devices. Each of them gets a small loop of its own, which does nothing
 * but follow the loop's condition: it starts an iteration on the device when there is one, so that
 * what is received from other devices is received once per iteration, and no more.
 *
 * <pre>
 * before:  a loop on devices A and B, its LoopCond on A
 * after:   on each device d  Enter(const) → Merge → Switch(·, LoopCond) → NextIteration → Merge
 *          every _Recv of the loop on d waits for that Merge
 * </pre>
 */
final class ControlLoops {
  private record Key(LoopFrames.Frame frame, String device) {}

  private record Place(List<String> loop, String device) {}

  private final Graph graph;
  private final Map<Place, Node> merges = new HashMap<>();
  private int count;

  ControlLoops(Graph graph) {
    this.graph = graph;
  }

  /** Adds the small loops for all loops that are on several devices. */
  void add() {
    List<Node> nodes = graph.nodes();
    LoopFrames frames = LoopFrames.of(nodes);
    if (frames.isEmpty()) {
      return;
    }
    Map<LoopFrames.Frame, Set<String>> devices = new HashMap<>();
    for (Node node : nodes) {
      note(frames.of(node), node.device(), devices);
      note(frames.ofOutputs(node), node.device(), devices);
    }
    Set<Key> needed = new LinkedHashSet<>();
    devices.forEach(
        (frame, where) -> {
          if (where.size() > 1) {
            where.forEach(device -> need(new Key(frame, device), needed));
          }
        });
    needed.forEach(this::merge);
  }

  private static void note(
      LoopFrames.@Nullable Frame frame, String device, Map<LoopFrames.Frame, Set<String>> devices) {
    if (frame != null) {
      devices.computeIfAbsent(frame, key -> new LinkedHashSet<>()).add(device);
    }
  }

  /** A loop inside another needs the outer one on its device too. */
  private static void need(Key key, Set<Key> needed) {
    LoopFrames.Frame parent = key.frame().parent();
    if (parent != null) {
      need(new Key(parent, key.device()), needed);
    }
    needed.add(key);
  }

  /** The node that runs once per iteration of a loop on a device; null if the loop needs none. */
  @Nullable Node trigger(LoopFrames.Frame frame, String device) {
    return merges.get(new Place(frame.path(), device));
  }

  private Node merge(Key key) {
    Place place = new Place(key.frame().path(), key.device());
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
    String prefix = "_cloop/" + frame.name() + "_" + count++;
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
      builder.controlInput(merge(new Key(parent, key.device())));
    }
    return builder.buildExact().output(0);
  }

  static boolean isTrigger(Node node) {
    return node.op().kind() == NodeKind.MERGE && node.name().startsWith("_cloop/");
  }
}

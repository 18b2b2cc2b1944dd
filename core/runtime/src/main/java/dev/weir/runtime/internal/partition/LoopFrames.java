package dev.weir.runtime.internal.partition;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which loop each node of a graph is in. */
public final class LoopFrames {
  /** A loop, by its name and the loop around it; null is outside of all loops. */
  public static final class Frame {
    private final String name;
    private final @Nullable Frame parent;
    private final long parallelIterations;
    private @Nullable Node condition;

    private Frame(String name, @Nullable Frame parent, long parallelIterations) {
      this.name = name;
      this.parent = parent;
      this.parallelIterations = parallelIterations;
    }

    public String name() {
      return name;
    }

    /** The names of the loops around it and its own: the same in every copy of the graph. */
    public List<String> path() {
      List<String> path = new ArrayList<>();
      for (Frame frame = this; frame != null; frame = frame.parent) {
        path.add(0, frame.name);
      }
      return path;
    }

    /** The loop around it; null if there is none. */
    public @Nullable Frame parent() {
      return parent;
    }

    public long parallelIterations() {
      return parallelIterations;
    }

    /** The node that says whether it goes on; null if there is none. */
    public @Nullable Node condition() {
      return condition;
    }
  }

  private record ChildKey(@Nullable Frame parent, String name) {}

  private final Map<ChildKey, Frame> children = new HashMap<>();
  private final Map<Node, Frame> inside = new IdentityHashMap<>();
  private final Map<Node, Frame> outputs = new IdentityHashMap<>();

  private LoopFrames() {}

  /** Finds the loops of a graph. */
  public static LoopFrames of(List<Node> nodes) {
    LoopFrames frames = new LoopFrames();
    nodes.forEach(frames::add);
    return frames;
  }

  private void add(Node node) {
    Frame frame = frameOfInputs(node);
    if (frame != null) {
      inside.put(node, frame);
    }
    Frame result = frame;
    if (node.op().kind() == NodeKind.ENTER) {
      result = child(frame, node);
    } else if (node.op().kind() == NodeKind.EXIT && frame != null) {
      result = frame.parent;
    } else if (frame != null && node.op().kind() == NodeKind.LOOP_CONDITION) {
      frame.condition = node;
    } else if (frame != null && frame.condition == null && ControlLoops.isBranch(node)) {
      frame.condition = node.input(1).node(); // the LoopCond is in another part of the graph
    }
    if (result != null) {
      outputs.put(node, result);
    }
  }

  private Frame child(@Nullable Frame parent, Node enter) {
    String name = enter.attrs().string("frame_name");
    return children.computeIfAbsent(
        new ChildKey(parent, name),
        key -> new Frame(name, parent, enter.attrs().integer("parallel_iterations")));
  }

  private @Nullable Frame frameOfInputs(Node node) {
    for (Output input : node.inputs()) {
      Frame frame = outputs.get(input.node());
      if (frame != null) {
        return frame;
      }
    }
    for (Node control : node.controlInputs()) {
      Frame frame = outputs.get(control);
      if (frame != null) {
        return frame;
      }
    }
    return null;
  }

  /** Whether there are no loops. */
  public boolean isEmpty() {
    return children.isEmpty();
  }

  /** The loop a node runs in: an Enter runs outside of the loop it leads into. */
  public @Nullable Frame of(Node node) {
    return inside.get(node);
  }

  /** The loop a node's outputs are in. */
  public @Nullable Frame ofOutputs(Node node) {
    return outputs.get(node);
  }
}

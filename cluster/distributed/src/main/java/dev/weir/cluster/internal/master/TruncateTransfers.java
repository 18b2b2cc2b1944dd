package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.WireFormat;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.partition.LoopFrames;
import dev.weir.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Halves what crosses between tasks: float32 values travel as bfloat16, their upper 16 bits, and
 * come out with the lower ones zero.
 *
 * <pre>
 * before:  x on task A → users on task B
 * after:   x → Cast to bfloat16, truncating, on A → Cast to float32 on B → users on B
 * </pre>
 *
 * What is in a loop stays whole, lest it lose bits with every turn.
 */
final class TruncateTransfers {
  private record Crossing(Output value, String device) {}

  private final Graph placed;
  private final Function<String, TaskId> tasks;
  private final WireFormat usual;
  private final LoopFrames frames;
  private final Graph result;
  private final GraphCopier copier;
  private final Map<Crossing, Output> arrived = new HashMap<>();

  private TruncateTransfers(Graph placed, Function<String, TaskId> tasks, WireFormat usual) {
    this.placed = placed;
    this.tasks = tasks;
    this.usual = usual;
    this.frames = LoopFrames.of(placed.nodes());
    this.result = new Graph(placed.registry());
    this.copier = new GraphCopier(result);
  }

  /** A placed graph with the casts it needs; the graph itself if nothing is truncated. */
  static Graph apply(Graph placed, Function<String, TaskId> tasks, WireFormat usual) {
    TruncateTransfers pass = new TruncateTransfers(placed, tasks, usual);
    return placed.nodes().stream().anyMatch(pass::isTruncated) ? pass.apply() : placed;
  }

  /** Whether some output of a node would cross in 16 bits. */
  private boolean isTruncated(Node node) {
    return WireFormat.of(node, usual).truncates() && frames.ofOutputs(node) == null;
  }

  private Graph apply() {
    result.copyFunctionsOf(placed);
    for (Node node : placed.nodes()) {
      Map<Output, Output> replaced = new HashMap<>();
      for (Output input : node.inputs()) {
        if (crosses(input, node)) {
          replaced.put(input, arrived(input, node.device()));
        }
      }
      if (replaced.isEmpty()) {
        copier.copy(node);
      } else {
        copier.copyAs(
            node,
            node.op(),
            node.inputs().stream()
                .map(
                    input ->
                        replaced.containsKey(input) ? replaced.get(input) : copier.mapped(input))
                .toList());
      }
    }
    return copier.finish();
  }

  private boolean crosses(Output input, Node user) {
    return input.dtype() == DType.FLOAT32
        && isTruncated(input.node())
        && !tasks.apply(input.node().device()).equals(tasks.apply(user.device()));
  }

  private Output arrived(Output value, String device) {
    return arrived.computeIfAbsent(
        new Crossing(value, device),
        crossing -> {
          String name = value.node().name() + "_" + value.index();
          Node small =
              result
                  .node("Cast", "_truncated/" + name + "_" + arrived.size())
                  .input(copier.mapped(value))
                  .attr("DstT", DType.BFLOAT16)
                  .attr("Truncate", true)
                  .attr(WireFormat.ATTRIBUTE, WireFormat.of(value.node(), usual).compressionOnly())
                  .device(value.node().device())
                  .buildExact();
          return result
              .node("Cast", "_widened/" + name + "_" + arrived.size())
              .input(small.output(0))
              .attr("DstT", DType.FLOAT32)
              .device(device)
              .buildExact()
              .output(0);
        });
  }
}

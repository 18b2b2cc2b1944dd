package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
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
 * Loops keep their values whole, lest they lose bits with every turn.
 */
final class TruncateTransfers {
  private record Crossing(Output value, String device) {}

  private final Graph placed;
  private final Function<String, TaskId> tasks;
  private final Graph result;
  private final GraphCopier copier;
  private final Map<Crossing, Output> arrived = new HashMap<>();

  private TruncateTransfers(Graph placed, Function<String, TaskId> tasks) {
    this.placed = placed;
    this.tasks = tasks;
    this.result = new Graph(placed.registry());
    this.copier = new GraphCopier(result);
  }

  static Graph apply(Graph placed, Function<String, TaskId> tasks) {
    boolean loops = placed.nodes().stream().anyMatch(node -> node.op().kind() == NodeKind.ENTER);
    return loops ? placed : new TruncateTransfers(placed, tasks).apply();
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

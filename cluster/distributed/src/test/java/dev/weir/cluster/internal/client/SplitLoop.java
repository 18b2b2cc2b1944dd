package dev.weir.cluster.internal.client;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A loop out of the primitives, which are on one task; its condition and body may be on others. */
record SplitLoop(Graph graph, String frame, String device, int parallelIterations) {
  /** A value that every iteration gets. */
  Output constant(Output value) {
    return enter(value, true).output(0);
  }

  private Node enter(Output value, boolean isConstant) {
    return graph
        .node("Enter", frame + "/enter")
        .input(value)
        .attr("frame_name", frame)
        .attr("is_constant", isConstant)
        .attr("parallel_iterations", parallelIterations)
        .device(device)
        .build();
  }

  /** Runs {@code body} as long as {@code condition} says so; the variables after it. */
  List<Output> run(
      List<Output> start,
      Function<List<Output>, Output> condition,
      Function<List<Output>, List<Output>> body) {
    List<Node> merges = new ArrayList<>();
    for (Output value : start) {
      Node enter = enter(value, false);
      merges.add(
          graph
              .node("Merge", frame + "/merge")
              .inputList(List.of(enter, enter))
              .openBackEdge()
              .device(device)
              .build());
    }
    List<Output> merged = merges.stream().map(merge -> merge.output(0)).toList();
    Node goesOn =
        graph
            .node("LoopCond", frame + "/cond")
            .input(condition.apply(merged))
            .device(device)
            .build();
    List<Output> inside = new ArrayList<>();
    List<Output> after = new ArrayList<>();
    for (Output value : merged) {
      Node branch =
          graph.node("Switch", frame + "/switch").input(value).input(goesOn).device(device).build();
      inside.add(branch.output(1));
      after.add(
          graph
              .node("Exit", frame + "/exit")
              .input(branch.output(0))
              .device(device)
              .build()
              .output(0));
    }
    List<Output> next = body.apply(inside);
    for (int i = 0; i < next.size(); i++) {
      Node back =
          graph.node("NextIteration", frame + "/next").input(next.get(i)).device(device).build();
      graph.connectBackEdge(merges.get(i), 1, back.output(0));
    }
    return after;
  }
}

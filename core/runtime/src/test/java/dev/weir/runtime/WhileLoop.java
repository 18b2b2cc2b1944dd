package dev.weir.runtime;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A loop out of the primitives, as {@code tf.while_loop} builds it. */
final class WhileLoop {
  /** What a body may use: the variables, and the constants that entered. */
  record Inside(List<Output> variables, List<Output> constants) {
    Output variable(int i) {
      return variables.get(i);
    }

    Output constant(int i) {
      return constants.get(i);
    }
  }

  private final Graph graph;
  private final String frame;
  private final int parallelIterations;
  private final List<Output> constants = new ArrayList<>();

  WhileLoop(Graph graph, String frame, int parallelIterations) {
    this.graph = graph;
    this.frame = frame;
    this.parallelIterations = parallelIterations;
  }

  private Node enter(Output value, boolean isConstant) {
    return graph
        .node("Enter", frame + "/enter")
        .input(value)
        .attr("frame_name", frame)
        .attr("is_constant", isConstant)
        .attr("parallel_iterations", parallelIterations)
        .build();
  }

  /** A value that every iteration gets. */
  WhileLoop constant(Output value) {
    constants.add(enter(value, true).output(0));
    return this;
  }

  /** Runs {@code body} as long as {@code condition} says so; the variables after it. */
  List<Output> run(
      List<Output> start, Function<Inside, Output> condition, Function<Inside, List<Output>> body) {
    List<Node> merges = new ArrayList<>();
    for (Output value : start) {
      Node enter = enter(value, false);
      merges.add(
          graph
              .node("Merge", frame + "/merge")
              .inputList(List.of(enter, enter))
              .openBackEdge()
              .build());
    }
    List<Output> merged = merges.stream().map(merge -> merge.output(0)).toList();
    Node goesOn =
        graph
            .node("LoopCond", frame + "/cond")
            .input(condition.apply(new Inside(merged, constants)))
            .build();
    List<Output> inside = new ArrayList<>();
    List<Output> after = new ArrayList<>();
    for (Output value : merged) {
      Node branch = graph.node("Switch", frame + "/switch").input(value).input(goesOn).build();
      inside.add(branch.output(1));
      after.add(graph.node("Exit", frame + "/exit").input(branch.output(0)).build().output(0));
    }
    List<Output> next = body.apply(new Inside(inside, constants));
    for (int i = 0; i < next.size(); i++) {
      Node back = graph.node("NextIteration", frame + "/next").input(next.get(i)).build();
      graph.connectBackEdge(merges.get(i), 1, back.output(0));
    }
    return after;
  }
}

package dev.weir.conformance.interop;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import java.util.List;
import java.util.function.UnaryOperator;

/** A loop over one value out of the primitives. Where its own nodes are is where {@code ops} is. */
final class Loop {
  private Loop() {}

  /** The value after the loop; a body that needs others brings them in as constants. */
  static Output run(
      Ops ops,
      String frame,
      Output start,
      UnaryOperator<Output> condition,
      UnaryOperator<Output> body) {
    Graph graph = start.node().graph();
    Ops inside = ops.withSubScope(frame);
    Output enter = inside.control.enter(start, frame);
    Node merge =
        graph
            .node("Merge", frame + "_start")
            .inputList(List.of(enter, enter))
            .openBackEdge()
            .device(enter.node().device())
            .build();
    Output goesOn = inside.control.loopCond(condition.apply(merge.output(0)));
    var branches = inside.control.switchOn(merge.output(0), goesOn);
    Output next = inside.control.nextIteration(body.apply(branches.whenTrue()));
    graph.connectBackEdge(merge, 1, next);
    return inside.control.exit(branches.whenFalse());
  }
}

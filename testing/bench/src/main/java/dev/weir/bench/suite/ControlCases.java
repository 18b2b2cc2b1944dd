package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.M;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** Values that are passed on or checked, and calls, branches and loops. */
final class ControlCases {
  private static final int TURNS = 1000;
  private static final List<DType> FLOAT = List.of(DType.FLOAT32);

  private ControlCases() {}

  static void addTo(Map<String, Build> all) {
    passing(all);
    checks(all);
    calls(all);
    loops(all);
  }

  private static void passing(Map<String, Build> all) {
    for (String op :
        List.of(
            "Identity",
            "StopGradient",
            "PreventGradient",
            "DeepCopy",
            "Snapshot",
            "GuaranteeConst")) {
      all.put(op, g -> g.op(op, g.floats(M)).build());
    }
    all.put("DeepCopy/float64", g -> g.op("DeepCopy", g.numbers(DType.FLOAT64, M)).build());
    all.put("Const", g -> g.ops().constant(1f).node());
    all.put(
        "Const/large",
        g -> {
          Tensor value = new RandomTensors().between(DType.FLOAT32, 0, 1, M);
          return g.ops().constant(value).node();
        });
    all.put(
        "IdentityN", g -> g.op("IdentityN").inputList(List.of(g.floats(M), g.truths(M))).build());
    all.put(
        "PlaceholderWithDefault",
        g -> g.op("PlaceholderWithDefault", g.floats(M)).attr("shape", Shape.of(M)).build());
    all.put(
        "EnsureShape", g -> g.op("EnsureShape", g.floats(M)).attr("shape", Shape.of(M)).build());
    all.put("ToBool", g -> g.op("ToBool", g.floats(M)).build());
    all.put(
        "Timestamp",
        g -> {
          g.notCompared("time goes on");
          return g.op("Timestamp").build();
        });
  }

  private static void checks(Map<String, Build> all) {
    all.put(
        "Assert",
        g -> g.op("Assert", g.ops().constant(true)).inputList(List.of(g.floats(1000))).build());
    for (String op : List.of("CheckNumerics", "CheckNumericsV2")) {
      all.put(op, g -> g.op(op, g.floats(M)).attr("message", "").build());
      for (DType dtype : List.of(DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16)) {
        all.put(op + "/" + dtype, g -> g.op(op, g.numbers(dtype, M)).attr("message", "").build());
      }
    }
  }

  private static void calls(Map<String, Build> all) {
    for (String op : List.of("PartitionedCall", "StatefulPartitionedCall")) {
      all.put(
          op,
          g ->
              called(g, op)
                  .inputList(List.of(g.floats(1000)))
                  .attr("f", AttrValue.function(tanh(g).name()))
                  .build());
    }
    for (String op : List.of("If", "StatelessIf")) {
      all.put(
          op,
          g ->
              called(g, op)
                  .input(g.ops().constant(true))
                  .inputList(List.of(g.floats(1000)))
                  .attr("then_branch", AttrValue.function(tanh(g).name()))
                  .attr("else_branch", AttrValue.function(square(g).name()))
                  .build());
    }
    for (String op : List.of("Case", "StatelessCase")) {
      all.put(
          op,
          g ->
              called(g, op)
                  .input(g.ops().constant(1))
                  .inputList(List.of(g.floats(1000)))
                  .attr(
                      "branches",
                      new AttrValue.ListValue(
                          AttrType.FUNC,
                          List.of(
                              AttrValue.function(tanh(g).name()),
                              AttrValue.function(square(g).name()))))
                  .build());
    }
  }

  private static NodeBuilder called(OpGraph g, String op) {
    return g.op(op).attr("Tout", AttrValue.ofTypes(FLOAT));
  }

  private static GraphFunction tanh(OpGraph g) {
    return g.ops().function("tanh", FLOAT, (body, x) -> List.of(body.math.tanh(x.get(0))));
  }

  private static GraphFunction square(OpGraph g) {
    return g.ops().function("square", FLOAT, (body, x) -> List.of(body.math.square(x.get(0))));
  }

  private static void loops(Map<String, Build> all) {
    for (String op : List.of("While", "StatelessWhile")) {
      all.put(
          op,
          g ->
              g.op(op)
                  .inputList(List.of(g.ops().constant(0)))
                  .attr("cond", AttrValue.function(isLess(g).name()))
                  .attr("body", AttrValue.function(next(g).name()))
                  .build());
    }
    all.put("While/nodes", ControlCases::loopOfNodes);
  }

  private static GraphFunction isLess(OpGraph g) {
    return g.ops()
        .function(
            "is_less",
            List.of(DType.INT32),
            (body, x) -> List.of(body.math.less(x.get(0), body.constant(TURNS))));
  }

  private static GraphFunction next(OpGraph g) {
    return g.ops()
        .function(
            "next",
            List.of(DType.INT32),
            (body, x) -> List.of(body.math.add(x.get(0), body.constant(1))));
  }

  /** A loop of the nodes that older graphs have. */
  private static Node loopOfNodes(OpGraph g) {
    Ops ops = g.ops();
    Output count = ops.control.enter(ops.constant(0), "frame");
    Output one = ops.control.enter(ops.constant(1), "frame", true);
    Output turns = ops.control.enter(ops.constant(TURNS), "frame", true);
    Node merge = ops.control.merge(List.of(count, count)).output().node();
    Output isLess = ops.control.loopCond(ops.math.less(merge.output(0), turns));
    var branch = ops.control.switchOn(merge.output(0), isLess);
    Output next = ops.control.nextIteration(ops.math.add(branch.whenTrue(), one));
    g.graph().connectBackEdge(merge, 1, next);
    return ops.control.exit(branch.whenFalse()).node();
  }
}

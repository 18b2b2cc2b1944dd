package dev.weir.graph;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Checks that a function's body has what its interface promises. */
final class FunctionValidator {
  private FunctionValidator() {}

  static List<String> problems(GraphFunction function) {
    List<String> problems = new ArrayList<>();
    checkSide(function, NodeKind.ARGUMENT, function.inputs(), problems);
    checkSide(function, NodeKind.RETURN, function.outputs(), problems);
    for (String control : function.controlOutputs()) {
      if (!function.body().has(control)) {
        problems.add("its control output \"" + control + "\" does not exist");
      }
    }
    return problems;
  }

  private static void checkSide(
      GraphFunction function,
      NodeKind kind,
      List<GraphFunction.Parameter> expected,
      List<String> problems) {
    String what = kind == NodeKind.ARGUMENT ? "parameter" : "result";
    BitSet seen = new BitSet();
    for (Node node : function.body().nodes()) {
      if (node.op().kind() != kind) {
        continue;
      }
      long index = node.attrs().integer("index");
      if (index >= expected.size() || seen.get((int) index)) {
        problems.add(node + " is " + what + " " + index + ", which is missing or given twice");
      } else {
        seen.set((int) index);
        if (expected.get((int) index).dtype() != node.attrs().type("T")) {
          problems.add(
              node + " is " + node.attrs().type("T") + ", not " + expected.get((int) index));
        }
      }
    }
    // an unused parameter may be gone from the body, a result may not
    if (kind == NodeKind.RETURN && seen.cardinality() != expected.size()) {
      problems.add("its result " + expected.get(seen.nextClearBit(0)).name() + " is missing");
    }
  }
}

package dev.weir.ops.control;

import dev.weir.graph.AttrType;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Calls one of several functions. */
abstract class Choice extends Op {
  Choice(String signature) {
    super(signature);
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  private static List<String> branches(Attributes attrs) {
    return attrs.functions("branches").stream().map(AttrValue.FuncValue::name).toList();
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    List<DType> results = context.attrs().types("Tout");
    for (String branch : branches(context.attrs())) {
      Calls.check(context, branch, context.attrs().types("Tin"), results);
    }
    return Calls.declaredShapes(context, results.size());
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    List<String> branches = branches(spec.attrs());
    return context -> {
      long index = context.input(0).getLong(0);
      boolean inRange = index >= 0 && index < branches.size();
      String taken = branches.get(inRange ? (int) index : branches.size() - 1);
      Calls.callForOutputs(context, taken, Calls.arguments(context, 1));
    };
  }

  @Override
  public final void gradient(GradientContext context) {
    List<GraphFunction> gradients = new ArrayList<>();
    for (AttrValue.FuncValue branch : context.node().attrs().functions("branches")) {
      gradients.add(context.gradientOf(Calls.function(context, branch.name())));
    }
    GraphFunction first = gradients.getFirst();
    gradients.forEach(other -> Calls.requireSameResults(context, first, other));
    List<AttrValue> names =
        gradients.stream().map(function -> AttrValue.function(function.name())).toList();
    Node call =
        context
            .scope()
            .node(signature().name())
            .input(context.input(0))
            .inputList(Calls.gradientArguments(context, 1))
            .attr("branches", new AttrValue.ListValue(AttrType.FUNC, names))
            .attr("Tout", AttrValue.ofTypes(Calls.resultTypes(first)))
            .build();
    Calls.flow(context, 1, first, call);
  }
}

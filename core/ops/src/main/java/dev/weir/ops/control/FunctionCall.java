package dev.weir.ops.control;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GradientContext;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.Collections;
import java.util.List;

/** Calls the function in the attribute {@code f}. */
abstract class FunctionCall extends Op {
  FunctionCall(String signature) {
    super(signature);
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Calls.check(
        context,
        context.attrs().function("f").name(),
        context.attrs().types("Tin"),
        context.attrs().types("Tout"));
    return Collections.nCopies(context.attrs().types("Tout").size(), Shape.unknown());
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    String function = spec.attrs().function("f").name();
    return context -> Calls.callForOutputs(context, function, Calls.arguments(context, 0));
  }

  @Override
  public final void gradient(GradientContext context) {
    String name = context.node().attrs().function("f").name();
    GraphFunction gradient = context.gradientOf(Calls.function(context, name));
    Node call =
        context
            .scope()
            .node(signature().name())
            .inputList(Calls.gradientArguments(context, 0))
            .attr("f", AttrValue.function(gradient.name()))
            .attr("Tout", AttrValue.ofTypes(Calls.resultTypes(gradient)))
            .build();
    Calls.flow(context, 0, gradient, call);
  }
}

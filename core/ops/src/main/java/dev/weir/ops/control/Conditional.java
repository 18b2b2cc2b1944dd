package dev.weir.ops.control;

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
import java.util.List;

/** Calls one of two functions. */
abstract class Conditional extends Op {
  Conditional(String signature) {
    super(signature);
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Attributes attrs = context.attrs();
    List<DType> results = attrs.types("Tout");
    for (String branch : List.of("then_branch", "else_branch")) {
      Calls.check(context, attrs.function(branch).name(), attrs.types("Tin"), results);
    }
    return Calls.declaredShapes(context, results.size());
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    String thenBranch = spec.attrs().function("then_branch").name();
    String elseBranch = spec.attrs().function("else_branch").name();
    return context -> {
      String taken = Calls.isTrue(context.input(0)) ? thenBranch : elseBranch;
      Calls.callForOutputs(context, taken, Calls.arguments(context, 1));
    };
  }

  @Override
  public final void gradient(GradientContext context) {
    Attributes attrs = context.node().attrs();
    GraphFunction ifTrue = gradientOf(context, attrs.function("then_branch").name());
    GraphFunction ifFalse = gradientOf(context, attrs.function("else_branch").name());
    Calls.requireSameResults(context, ifTrue, ifFalse);
    Node call =
        context
            .scope()
            .node(signature().name())
            .input(context.input(0))
            .inputList(Calls.gradientArguments(context, 1))
            .attr("then_branch", AttrValue.function(ifTrue.name()))
            .attr("else_branch", AttrValue.function(ifFalse.name()))
            .attr("Tout", AttrValue.ofTypes(Calls.resultTypes(ifTrue)))
            .build();
    Calls.flow(context, 1, ifTrue, call);
  }

  private static GraphFunction gradientOf(GradientContext context, String name) {
    return context.gradientOf(Calls.function(context, name));
  }
}

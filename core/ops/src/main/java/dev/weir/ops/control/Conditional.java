package dev.weir.ops.control;

import dev.weir.graph.Attributes;
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
}

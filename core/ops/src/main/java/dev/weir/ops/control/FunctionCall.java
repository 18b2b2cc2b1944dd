package dev.weir.ops.control;

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
}

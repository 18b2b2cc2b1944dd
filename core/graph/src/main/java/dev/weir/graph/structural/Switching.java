package dev.weir.graph.structural;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands its input to one of two outputs; the other is dead. */
abstract class Switching implements OpDefinition {
  private final Signature signature;

  Switching(String signature) {
    this.signature = Signature.of(signature);
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.SWITCH;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    return List.of(context.input(0), context.input(0));
  }

  @Override
  public Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(0);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean isReference = signature.outputs().get(0).isRef();
    return context -> forward(context, isReference);
  }

  private static void forward(KernelContext context, boolean isReference) {
    int taken = context.input(1).getBoolean(0) ? 1 : 0;
    if (isReference) {
      context.setReference(taken, context.reference(0));
    } else {
      context.set(taken, context.input(0).retained());
    }
    context.setDead(1 - taken);
  }

  /** What comes back over the branch that was taken; zeros if the loss does not depend on it. */
  @Override
  public void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            context
                .scope()
                .node("Merge")
                .inputList(List.of(context.gradient(0), context.gradient(1)))
                .build()
                .output(0));
  }
}

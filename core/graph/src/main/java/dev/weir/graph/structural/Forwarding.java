package dev.weir.graph.structural;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Base of ops that forward their input unchanged. */
abstract class Forwarding implements OpDefinition {
  private final Signature signature;
  private final NodeKind kind;

  Forwarding(String signature, NodeKind kind) {
    this.signature = Signature.of(signature);
    this.kind = kind;
  }

  @Override
  public final Signature signature() {
    return signature;
  }

  @Override
  public final NodeKind kind() {
    return kind;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.input(0));
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return context.partialValue(0);
  }

  @Override
  public Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(0);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isReference = signature.outputs().get(0).isRef();
    return isReference ? context -> context.setReference(0, context.reference(0)) : Kernel.FORWARD;
  }

  @Override
  public void gradient(GradientContext context) {
    context.pass(0, 0);
  }
}

package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ops that hand on their input unchanged have in common. */
abstract class PassThrough extends Op {
  PassThrough(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public final @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return context.partialValue(0);
  }

  @Override
  public final Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(0);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> context.set(0, context.input(0).retained());
  }

  @Override
  public void gradient(GradientContext context) {
    context.pass(0, 0);
  }
}

package dev.weir.ops.control;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands on its first input. */
abstract class Passing extends Op {
  Passing(String signature) {
    super(signature);
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
    return context -> context.set(0, context.input(0).retained());
  }

  @Override
  public void gradient(GradientContext context) {
    context.pass(0, 0);
  }
}

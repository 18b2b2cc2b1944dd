package dev.weir.graph.structural;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first live one of several inputs, and its index. */
abstract class Merging extends RunByRuntime {
  Merging(String signature) {
    super(signature, NodeKind.MERGE);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape common = context.input(0);
    for (int i = 1; i < context.inputCount(); i++) {
      common = common.generalizeWith(context.input(i));
    }
    return List.of(common, Shape.scalar());
  }

  @Override
  public Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(0);
  }

  /** The gradient goes back where the value came from; it is dead everywhere else. */
  @Override
  public void gradient(GradientContext context) {
    for (int i = 0; i < context.node().inputCount(); i++) {
      int input = i;
      context.flow(input, () -> ifTaken(context, input));
    }
  }

  private static Output ifTaken(GradientContext context, int input) {
    Tensor number = Tensors.scalar(input);
    Node wanted =
        context
            .scope()
            .node("Const")
            .attr("value", AttrValue.of(number))
            .attr("dtype", number.dtype())
            .build();
    Node isTaken = context.scope().node("Equal").input(context.output(1)).input(wanted).build();
    return context
        .scope()
        .node("Switch")
        .input(context.gradient())
        .input(isTaken)
        .build()
        .output(1);
  }
}

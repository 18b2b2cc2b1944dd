package dev.weir.graph.structural;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
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
      common = common.generaliseWith(context.input(i));
    }
    return List.of(common, Shape.scalar());
  }

  @Override
  public Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(0);
  }
}

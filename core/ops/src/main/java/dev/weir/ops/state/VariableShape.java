package dev.weir.ops.state;

import dev.weir.graph.Node;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shape of the value of a variable, as a vector. */
final class VariableShape extends Op {
  VariableShape() {
    super(
        "VariableShape(input: resource) -> (output: out_type) out_type:type=int32 in [int32,"
            + " int64]; stateful");
  }

  @Override
  public @Nullable String notDifferentiable() {
    return "its output is an integer";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Node.HandleData data = context.handle(0);
    return List.of(Shape.of(data == null ? Shape.UNKNOWN_SIZE : data.shape().rank()));
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    Node.HandleData data = context.handle(0);
    return data == null ? null : PartialValue.sizes(data.shape());
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Shape shape = Variables.require(context).currentShape();
      Tensor out = context.allocate(0, Shape.of(shape.rank()));
      for (int d = 0; d < shape.rank(); d++) {
        out.setLong(d, shape.size(d));
      }
    };
  }
}

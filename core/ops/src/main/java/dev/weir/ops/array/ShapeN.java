package dev.weir.ops.array;

import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The shapes of several tensors, each as a vector of sizes. */
final class ShapeN extends Op {
  ShapeN() {
    super(
        "ShapeN(input: N*T) -> (output: N*out_type) N:int >=1; T:type; out_type:type=int32 in"
            + " [int32, int64];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.SHAPE_ONLY;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return IntStream.range(0, context.inputCount())
        .mapToObj(i -> Shape.of(context.input(i).rank()))
        .toList();
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return PartialValue.sizes(context.input(output));
  }

  @Override
  public String notDifferentiable() {
    return "a shape does not depend on the values";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      for (int i = 0; i < context.inputCount(); i++) {
        ShapeOp.write(context.input(i).shape(), context, i);
      }
    };
  }
}

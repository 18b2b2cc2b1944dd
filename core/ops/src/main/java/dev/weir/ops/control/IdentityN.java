package dev.weir.ops.control;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All its inputs, unchanged. */
final class IdentityN extends Op {
  IdentityN() {
    super("IdentityN(input: T...) -> (output: T...) T:list(type) >=1;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return IntStream.range(0, context.inputCount()).mapToObj(context::input).toList();
  }

  @Override
  public Node.@Nullable HandleData handle(ShapeContext context, int output) {
    return context.handle(output);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      for (int i = 0; i < context.inputCount(); i++) {
        context.set(i, context.input(i).retained());
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    for (int i = 0; i < context.node().outputCount(); i++) {
      context.pass(i, i);
    }
  }
}

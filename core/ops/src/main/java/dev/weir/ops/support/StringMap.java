package dev.weir.ops.support;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes a string of every string, whatever the shape. */
public abstract class StringMap extends Op {
  protected StringMap(String signature) {
    super(signature);
  }

  /** What to do with a string, for a node with these attributes. */
  protected abstract UnaryOperator<byte[]> map(Attributes attrs);

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return Shapes.likeInput(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    UnaryOperator<byte[]> map = map(spec.attrs());
    return context -> {
      Tensor x = context.input(0);
      Tensor y = context.allocate(0, x.shape());
      StringLoop.fill(context, y, i -> map.apply(x.getBytes(i)));
    };
  }

  @Override
  public final String notDifferentiable() {
    return "it works on strings";
  }
}

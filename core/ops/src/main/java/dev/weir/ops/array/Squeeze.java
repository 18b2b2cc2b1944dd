package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Its input without dimensions of size 1: all of them, or those in {@code squeeze_dims}. */
final class Squeeze extends Op {
  Squeeze() {
    super("Squeeze(input: T) -> (output: T) T:type; squeeze_dims:list(int)=[] >=0;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.input(0);
    long[] dims = context.attrs().integers("squeeze_dims");
    return List.of(in.hasRank() ? squeezed(in, dims) : Shape.unknown());
  }

  private static Shape squeezed(Shape in, long[] dims) {
    if (dims.length == 0) {
      return in.isFullyKnown()
          ? Shape.of(Arrays.stream(in.sizes()).filter(size -> size != 1).toArray())
          : Shape.unknown();
    }
    boolean[] removed = new boolean[in.rank()];
    for (long dim : dims) {
      int d = Shapes.axis(dim, in.rank());
      removed[d] = true;
      if (in.size(d) > 1 || in.size(d) == 0) {
        throw WeirException.invalidArgument(
            "only a dimension of size 1 can be squeezed: dimension %d of %s is %d",
            dim, in, in.size(d));
      }
    }
    return Shape.of(
        IntStream.range(0, in.rank()).filter(d -> !removed[d]).mapToLong(in::size).toArray());
  }

  /** A vector of one element becomes a scalar; others stay. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    PartialValue value = context.partialValue(0);
    return value != null && value.length() == 1 ? value.asScalar() : value;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long[] dims = spec.attrs().integers("squeeze_dims");
    return context -> {
      Tensor in = context.input(0);
      context.set(0, in.reshaped(squeezed(in.shape(), dims)));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.reshapeLike(context.gradient(), context.input(0)));
  }
}

package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Its input cut into {@code num_split} equal parts along dimension {@code split_dim}. */
final class Split extends Op {
  Split() {
    super("Split(split_dim: int32, value: T) -> (output: num_split*T) num_split:int >=1; T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int count = (int) context.attrs().integer("num_split");
    Shape value = context.input(1);
    Long dim = Sizes.value(context, 0);
    if (!value.hasRank()) {
      return Collections.nCopies(count, Shape.unknown());
    }
    if (dim == null) {
      return Collections.nCopies(count, Shape.unknownOfRank(value.rank()));
    }
    int d = Shapes.axis(dim, value.rank());
    if (value.size(d) >= 0 && value.size(d) % count != 0) {
      throw context.invalid(
          "size %d of dimension %d must be divisible by num_split, %d: %s",
          value.size(d), d, count, context.describe(1));
    }
    return Collections.nCopies(count, value.withSize(d, Sizes.divide(value.size(d), count)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor value = context.input(1);
      int d = Shapes.axis(context.input(0).getLong(0), value.shape().rank());
      long[] sizes = new long[context.outputCount()];
      Arrays.fill(sizes, value.shape().size(d) / sizes.length);
      cut(value, d, sizes, context);
    };
  }

  /** Gives the parts of a tensor as outputs. */
  static void cut(Tensor value, int d, long[] sizes, KernelContext context) {
    if (sizes.length == 1) {
      context.set(0, value.retained());
      return;
    }
    StridedView whole = StridedView.of(value);
    long at = 0;
    for (int i = 0; i < sizes.length; i++) {
      StridedView part = whole.slice(d, at, sizes[i]);
      StridedView.of(context.allocate(i, Shape.of(part.sizes()))).copyFrom(context, part);
      at += sizes[i];
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().outputCount();
    context.flow(
        1,
        () ->
            count == 1
                ? context.gradient()
                : on.node("ConcatV2")
                    .inputList(IntStream.range(0, count).mapToObj(context::gradient).toList())
                    .input(context.input(0))
                    .build()
                    .output(0));
  }
}

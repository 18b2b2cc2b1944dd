package dev.weir.ops.strings;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.ReductionShapes;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.StringLoop;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Joins strings along axes, with a separator between them. The axes are run through in the order
 * given, the first one fastest.
 */
final class ReduceJoin extends Op {
  ReduceJoin() {
    super(
        "ReduceJoin(inputs: string, reduction_indices: int32) -> (output: string)"
            + " keep_dims:bool=false; separator:string=\"\";");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(ReductionShapes.infer(context, context.attrs().bool("keep_dims")));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean keepDims = spec.attrs().bool("keep_dims");
    byte[] separator = spec.attrs().bytes("separator");
    return context -> join(context, keepDims, separator);
  }

  private static void join(KernelContext context, boolean keepDims, byte[] separator) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    Tensor axes = context.input(1);
    boolean[] isReduced = ReductionShapes.marked(shape.rank(), axes);
    Tensor y = context.allocate(0, ReductionShapes.result(shape, isReduced, keepDims));
    int[] joined = new int[(int) axes.elements()];
    for (int i = 0; i < joined.length; i++) {
      joined[joined.length - 1 - i] = Shapes.axis(axes.getLong(i), shape.rank());
    }
    int[] kept = IntStream.range(0, shape.rank()).filter(d -> !isReduced[d]).toArray();
    long count = count(shape, joined);
    StringLoop.fill(
        context,
        y,
        r -> {
          long first = position(shape, kept, r);
          List<byte[]> parts = new ArrayList<>();
          for (long n = 0; n < count; n++) {
            parts.add(x.getBytes(first + position(shape, joined, n)));
          }
          return Ascii.join(parts, separator);
        });
  }

  private static long count(Shape shape, int[] dimensions) {
    long count = 1;
    for (int d : dimensions) {
      count *= shape.size(d);
    }
    return count;
  }

  /** Where number {@code n} is if these dimensions are run through, the last one fastest. */
  private static long position(Shape shape, int[] dimensions, long n) {
    long position = 0;
    long rest = n;
    for (int k = dimensions.length - 1; k >= 0; k--) {
      int d = dimensions[k];
      position += rest % shape.size(d) * shape.elements(d + 1, shape.rank());
      rest /= shape.size(d);
    }
    return position;
  }

  @Override
  public String notDifferentiable() {
    return "it works on strings";
  }
}

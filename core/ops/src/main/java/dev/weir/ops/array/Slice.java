package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of its input that starts at {@code begin} and has sizes {@code size}; a size of -1 means
 * all that is left.
 */
final class Slice extends Op {
  Slice() {
    super(
        "Slice(input: T, begin: Index, size: Index) -> (output: T) T:type; Index:type in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape begins = context.requireRank(1, 1);
    Shape lengths = context.requireRank(2, 1);
    Shape in = context.input(0);
    long count = Sizes.merge(begins.size(0), lengths.size(0));
    if (count >= 0 && in.hasRank() && in.rank() != count) {
      throw context.invalid(
          "begin and size must have an entry for each dimension: %s, %s, %s",
          context.describe(0), context.describe(1), context.describe(2));
    }
    long[] begin = Sizes.values(context, 1);
    long[] size = Sizes.values(context, 2);
    if (size == null) {
      Shape known = context.shapeValue(2); // a size of -1 is as unknown as one that is computed
      return List.of(known.hasRank() || !in.hasRank() ? known : Shape.unknownOfRank(in.rank()));
    }
    long[] result = new long[size.length];
    for (int d = 0; d < result.length; d++) {
      result[d] = size(in.size(d), begin == null ? -1 : begin[d], size[d], d);
    }
    return List.of(Shape.of(result));
  }

  /** The size of a dimension of the result; the whole and where it begins may be unknown. */
  private static long size(long whole, long begin, long size, int d) {
    if (size < -1 || (whole >= 0 && begin > whole) || (size >= 0 && whole >= 0 && size > whole)) {
      throw outOfRange(whole, begin, size, d);
    }
    if (whole < 0 || begin < 0) {
      return size;
    }
    if (size > whole - begin) {
      throw outOfRange(whole, begin, size, d);
    }
    return size == -1 ? whole - begin : size;
  }

  private static WeirException outOfRange(long whole, long begin, long size, int d) {
    return WeirException.invalidArgument(
        "a slice must lie within its input: dimension %d has size %d, begin is %d, size is %d",
        d, whole, begin, size);
  }

  /** A part of a vector, where begin and size are known. */
  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    long[] begin = Sizes.values(context, 1);
    long[] size = Sizes.values(context, 2);
    PartialValue whole = context.partialValue(0);
    if (whole == null || whole.isScalar() || begin == null || size == null || begin[0] < 0) {
      return null;
    }
    return whole.slice((int) begin[0], 1, (int) size(whole.length(), begin[0], size[0], 0));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      long[] begin = Sizes.values(context.input(1));
      long[] size = Sizes.values(context.input(2));
      for (int d = 0; d < size.length; d++) {
        if (begin[d] < 0) {
          throw outOfRange(in.shape().size(d), begin[d], size[d], d);
        }
        size[d] = size(in.shape().size(d), begin[d], size[d], d);
      }
      if (Arrays.equals(size, in.shape().sizes())) {
        context.set(0, in.retained());
        return;
      }
      Tensor out = context.allocate(0, Shape.of(size));
      StridedView.of(out).copyFrom(context, StridedView.of(in).box(begin, size));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output begin = context.input(1);
          Output shape = on.cast(on.shape(context.input(0)), begin.dtype());
          Output taken = on.cast(on.shape(context.gradient()), begin.dtype());
          Output after = on.sub(on.sub(shape, taken), begin);
          Output paddings =
              on.node("Pack").inputList(List.of(begin, after)).attr("axis", 1).build().output(0);
          return on.op("Pad", context.gradient(), paddings);
        });
  }
}

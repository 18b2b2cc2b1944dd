package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Its input cut along dimension {@code split_dim} into parts of the given sizes, which must add up.
 * One size may be -1: the rest.
 */
final class SplitV extends Op {
  SplitV() {
    super(
        "SplitV(value: T, size_splits: Tlen, split_dim: int32) -> (output: num_split*T)"
            + " num_split:int >=1; T:type; Tlen:type=int64 in [int8, int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int count = (int) context.attrs().integer("num_split");
    Shape value = context.input(0);
    Shape splits = context.requireRank(1, 1);
    Long dim = Sizes.value(context, 2);
    if (splits.size(0) >= 0 && splits.size(0) != count) {
      throw context.invalid(
          "size_splits must have num_split entries, %d: %s", count, context.describe(1));
    }
    if (!value.hasRank()) {
      return Collections.nCopies(count, Shape.unknown());
    }
    if (value.rank() == 0) {
      throw context.invalid("a scalar cannot be split: %s", context.describe(0));
    }
    if (dim == null) {
      return Collections.nCopies(count, Shape.unknownOfRank(value.rank()));
    }
    int d = Shapes.axis(dim, value.rank());
    long[] sizes = Sizes.values(context, 1);
    if (sizes == null) {
      return Collections.nCopies(count, value.withSize(d, -1));
    }
    return Arrays.stream(resolve(sizes, value.size(d)))
        .mapToObj(size -> value.withSize(d, size))
        .toList();
  }

  /** The sizes with -1 replaced by the rest, as far as the whole is known. */
  private static long[] resolve(long[] sizes, long whole) {
    long total = 0;
    int rest = -1;
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] < -1 || (sizes[i] == -1 && rest >= 0)) {
        throw WeirException.invalidArgument(
            "size_splits must be 0 or more, and at most one of them -1: %s",
            Arrays.toString(sizes));
      }
      rest = sizes[i] == -1 ? i : rest;
      total += Math.max(0, sizes[i]);
      if (total < 0) {
        throw WeirException.invalidArgument(
            "size_splits must not overflow when added: %s", Arrays.toString(sizes));
      }
    }
    if (whole >= 0 && (rest < 0 ? total != whole : total > whole)) {
      throw WeirException.invalidArgument(
          "size_splits must add up to the size of the dimension, %d: %s",
          whole, Arrays.toString(sizes));
    }
    long[] full = sizes.clone();
    if (rest >= 0 && whole >= 0) {
      full[rest] = whole - total;
    }
    return full;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor value = context.input(0);
      int d = Shapes.axis(context.input(2).getLong(0), value.shape().rank());
      long[] sizes = resolve(Sizes.values(context.input(1)), value.shape().size(d));
      Split.cut(value, d, sizes, context);
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().outputCount();
    context.flow(
        0,
        () ->
            count == 1
                ? context.gradient()
                : on.node("ConcatV2")
                    .inputList(IntStream.range(0, count).mapToObj(context::gradient).toList())
                    .input(context.input(2))
                    .build()
                    .output(0));
  }
}

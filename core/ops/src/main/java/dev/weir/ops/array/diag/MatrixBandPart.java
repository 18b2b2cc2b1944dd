package dev.weir.ops.array.diag;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Copies;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matrices with everything set to zero except the main diagonal, {@code num_lower} diagonals below
 * it and {@code num_upper} above it; a negative number means all of them.
 */
final class MatrixBandPart extends Op {
  MatrixBandPart() {
    super(
        "MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T) T:type;"
            + " Tindex:type=int64 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.requireRankAtLeast(0, 2);
    Long lower = Sizes.value(context, 1);
    Long upper = Sizes.value(context, 2);
    if (in.hasRank()) {
      requireWithin("num_lower", lower, in.size(-2));
      requireWithin("num_upper", upper, in.size(-1));
    }
    return List.of(in);
  }

  private static void requireWithin(String name, @Nullable Long count, long size) {
    if (count != null && size >= 0 && count > size) {
      throw WeirException.invalidArgument(
          "%s must be negative or at most the size of the matrix, %d; got %d", name, size, count);
    }
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      long rows = in.shape().size(-2);
      long columns = in.shape().size(-1);
      long below = context.input(1).getLong(0);
      long above = context.input(2).getLong(0);
      Tensor out = Copies.writable(context, 0);
      for (long n = 0; n < (columns == 0 ? 0 : in.elements() / columns); n++) {
        long row = n % rows;
        long from = below < 0 ? 0 : Math.clamp(row - below, 0, columns);
        long to = above < 0 ? columns : Math.clamp(row + above + 1, from, columns);
        ElementCopier.clear(out, n * columns, from);
        ElementCopier.clear(out, n * columns + to, columns - to);
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("MatrixBandPart")
                .input(context.gradient())
                .input(context.input(1))
                .input(context.input(2))
                .build()
                .output(0));
  }
}

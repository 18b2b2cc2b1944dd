package dev.weir.ops.array.diag;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Copies;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import java.util.List;

/** What ops that replace diagonals of matrices have in common. */
abstract class DiagonalReplacement extends Op {
  DiagonalReplacement(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.requireRankAtLeast(0, 2);
    Shape diagonal = context.requireRankAtLeast(1, 1);
    boolean isGiven = context.inputCount() > 2;
    if (isGiven) {
      Sizes.requireRankAtMost(context, 2, 1);
    }
    long[] k = isGiven ? Sizes.values(context, 2) : new long[1];
    if (k != null) {
      Diagonals.requireBand(k);
    }
    boolean isBand = k != null && k[0] < k[k.length - 1];
    if (in.hasRank() && k != null) {
      Shape table = table(in, k, isBand, Diagonals.Align.of(context.attrs()));
      if (!table.isCompatibleWith(diagonal)) {
        throw context.invalid(
            "diagonal must have the shape of the diagonals of input, %s: %s, %s",
            table, context.describe(0), context.describe(1));
      }
    }
    if (!diagonal.hasRank() || in.isFullyKnown() || k == null) {
      return List.of(in);
    }
    Shape batch = diagonal.slice(0, diagonal.rank() - (isBand ? 2 : 1));
    return List.of(in.mergeWith(batch.concat(Shape.unknownOfRank(2))));
  }

  private static Shape table(Shape in, long[] k, boolean isBand, Diagonals.Align align) {
    Shape batch = in.slice(0, in.rank() - 2);
    if (in.size(-2) >= 0 && in.size(-1) >= 0) {
      return Diagonals.within(in.size(-2), in.size(-1), k, align).tableShape(batch);
    }
    return batch.concat(isBand ? Shape.of(k[k.length - 1] - k[0] + 1, -1) : Shape.of(-1));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Diagonals.Align align = Diagonals.Align.of(spec.attrs());
    return context -> {
      Shape shape = context.input(0).shape();
      long[] k = context.inputCount() > 2 ? Sizes.values(context.input(2)) : new long[1];
      Diagonals diagonals = Diagonals.within(shape.size(-2), shape.size(-1), k, align);
      diagonals.insert(context.input(1), Copies.writable(context, 0));
    };
  }
}

package dev.weir.ops.array.diag;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What ops that take diagonals out of matrices have in common. */
abstract class DiagonalParts extends Op {
  DiagonalParts(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.requireRankAtLeast(0, 2);
    boolean isGiven = context.inputCount() > 1;
    if (isGiven) {
      Sizes.requireRankAtMost(context, 1, 1);
      context.requireScalar(2);
    }
    long[] k = isGiven ? Sizes.values(context, 1) : new long[1];
    if (!in.hasRank() || k == null) {
      return List.of(Shape.unknown());
    }
    Diagonals.requireBand(k);
    Shape batch = in.slice(0, in.rank() - 2);
    if (in.size(-2) >= 0 && in.size(-1) >= 0) {
      Diagonals.Align align = Diagonals.Align.of(context.attrs());
      return List.of(Diagonals.within(in.size(-2), in.size(-1), k, align).tableShape(batch));
    }
    if (!isGiven) {
      return List.of(batch.concat(Shape.of(Sizes.min(in.size(-2), in.size(-1)))));
    }
    long count = k[k.length - 1] - k[0] + 1;
    return List.of((count > 1 ? batch.concat(Shape.of(count)) : batch).concat(Shape.of(-1)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Diagonals.Align align = Diagonals.Align.of(spec.attrs());
    return context -> {
      Tensor in = context.input(0);
      Shape shape = in.shape();
      boolean isGiven = context.inputCount() > 1;
      long[] k = isGiven ? Sizes.values(context.input(1)) : new long[1];
      Diagonals diagonals = Diagonals.within(shape.size(-2), shape.size(-1), k, align);
      Tensor out = context.allocate(0, diagonals.tableShape(shape.slice(0, shape.rank() - 2)));
      if (isGiven) {
        ElementCopier.of(context.input(2), out).fill(0, 0, out.elements());
      }
      diagonals.extract(in, out);
    };
  }
}

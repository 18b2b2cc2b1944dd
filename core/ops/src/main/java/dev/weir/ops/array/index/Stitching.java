package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What both ops that put slices together by their numbers have in common. */
abstract class Stitching extends Op {
  Stitching(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int count = (int) context.attrs().integer("N");
    Shape slice = Shape.unknown();
    long rows = 0;
    for (int i = 0; i < count; i++) {
      Tensor constant = context.constant(i);
      rows = constant == null || rows < 0 ? -1 : Math.max(rows, rows(constant));
      Shape indices = context.input(i);
      Shape data = context.input(count + i);
      if (!indices.hasRank() || !data.hasRank()) {
        continue;
      }
      if (data.rank() < indices.rank()
          || !data.slice(0, indices.rank()).isCompatibleWith(indices)) {
        throw context.invalid(
            "data must begin with the dimensions of indices: %s, %s",
            context.describe(i), context.describe(count + i));
      }
      Shape rest = data.slice(indices.rank(), data.rank());
      if (!slice.isCompatibleWith(rest)) {
        throw context.invalid(
            "slices must have the same shape: %s, %s",
            context.describe(count), context.describe(count + i));
      }
      slice = slice.mergeWith(rest);
    }
    return List.of(Shape.of(rows).concat(slice));
  }

  /** One more than the largest index. */
  private static long rows(Tensor indices) {
    long rows = 0;
    for (long i = 0; i < indices.elements(); i++) {
      rows = Math.max(rows, indices.getLong(i) + 1);
    }
    return rows;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return Stitching::stitch;
  }

  private static void stitch(KernelContext context) {
    int count = context.inputCount() / 2;
    long rows = 0;
    for (int i = 0; i < count; i++) {
      rows = Math.max(rows, rows(context.input(i)));
    }
    Shape first = context.input(count).shape();
    Shape slice = first.slice(context.input(0).shape().rank(), first.rank());
    Tensor out = context.allocate(0, Shape.of(rows).concat(slice));
    ElementCopier.clear(out); // there may be rows that no index names
    long size = slice.elements();
    for (int i = 0; i < count; i++) {
      Tensor indices = context.input(i);
      Tensor data = context.input(count + i);
      RowChoice chosen = new RowChoice(indices, out.shape(), 0, 0, 1, false);
      if (FastRows.scatter(context, ElementCombiner.REPLACE, data, chosen, out)) {
        continue;
      }
      ElementCopier copier = ElementCopier.of(data, out);
      for (long n = 0; n < indices.elements(); n++) {
        if (indices.getLong(n) < 0) {
          throw WeirException.invalidArgument(
              "indices must be 0 or more, indices[%d][%d] is %d", i, n, indices.getLong(n));
        }
        copier.copy(n * size, indices.getLong(n) * size, size);
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    int count = context.node().inputCount() / 2;
    for (int i = 0; i < count; i++) {
      Output indices = context.input(i);
      context.flow(count + i, () -> on.op("Gather", context.gradient(), indices));
    }
  }
}

package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Broadcast;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op that multiplies matrices pair by pair, either of each pair perhaps as its adjoint. */
abstract class BatchProduct extends Op {
  private final boolean broadcasts;

  BatchProduct(String signature, boolean broadcasts) {
    super(signature);
    this.broadcasts = broadcasts;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape batch = broadcasts ? Batches.broadcast(context, 0, 1) : Batches.common(context, 0, 1);
    boolean adjointX = context.attrs().bool("adj_x");
    boolean adjointY = context.attrs().bool("adj_y");
    Shape x = context.input(0);
    Shape y = context.input(1);
    long xInner = x.size(adjointX ? -2 : -1);
    long yInner = y.size(adjointY ? -1 : -2);
    if (!Batches.agree(xInner, yInner)) {
      throw context.invalid(
          "inner dimensions must agree: %s, %s (%d vs %d)",
          context.describe(0), context.describe(1), xInner, yInner);
    }
    return List.of(Batches.matrices(batch, x.size(adjointX ? -1 : -2), y.size(adjointY ? -2 : -1)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean adjointX = spec.attrs().bool("adj_x");
    boolean adjointY = spec.attrs().bool("adj_y");
    return context -> multiply(context, adjointX, adjointY);
  }

  private static void multiply(KernelContext context, boolean adjointX, boolean adjointY) {
    Tensor x = context.input(0);
    Tensor y = context.input(1);
    long rows = x.shape().size(adjointX ? -1 : -2);
    long inner = x.shape().size(adjointX ? -2 : -1);
    long columns = y.shape().size(adjointY ? -2 : -1);
    Broadcast broadcast = Broadcast.of(Batches.batch(x.shape()), Batches.batch(y.shape()));
    Tensor output = context.allocate(0, Batches.matrices(broadcast.shape(), rows, columns));
    DotProduct dot = new DotProduct(x, adjointX, y, adjointY, output);
    broadcast.forEachRun(
        (result, i, iStep, j, jStep, count) -> {
          for (long n = 0; n < count; n++) {
            long xStart = (i + n * iStep) * rows * inner;
            long yStart = (j + n * jStep) * inner * columns;
            long start = (result + n) * rows * columns;
            for (long cell = 0; cell < rows * columns; cell++) {
              long row = cell / columns;
              long column = cell % columns;
              dot.compute(
                  xStart + row * (adjointX ? 1 : inner),
                  adjointX ? rows : 1,
                  yStart + column * (adjointY ? inner : 1),
                  adjointY ? 1 : columns,
                  inner,
                  start + cell);
            }
          }
        });
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    boolean adjointX = context.node().attrs().bool("adj_x");
    boolean adjointY = context.node().attrs().bool("adj_y");
    Output x = context.input(0);
    Output y = context.input(1);
    DType dtype = context.output(0).dtype();
    context.flow(
        0,
        () -> {
          Output other = on.cast(y, dtype);
          Output gradient =
              adjointX
                  ? on.batchMatMul(other, context.gradient(), adjointY, true)
                  : on.batchMatMul(context.gradient(), other, false, !adjointY);
          return on.cast(on.sumTo(gradient, x), x.dtype());
        });
    context.flow(
        1,
        () -> {
          Output other = on.cast(x, dtype);
          Output gradient =
              adjointY
                  ? on.batchMatMul(context.gradient(), other, true, adjointX)
                  : on.batchMatMul(other, context.gradient(), !adjointX, false);
          return on.cast(on.sumTo(gradient, y), y.dtype());
        });
  }
}

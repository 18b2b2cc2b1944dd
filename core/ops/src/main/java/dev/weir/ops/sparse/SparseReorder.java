package dev.weir.ops.sparse;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Ranking;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The elements of a sparse tensor in the order of their positions. Positions are compared, not
 * looked up: they may lie outside the shape, as in TensorFlow.
 */
final class SparseReorder extends Op {
  SparseReorder() {
    super(
        "SparseReorder(input_indices: int64, input_values: T, input_shape: int64) ->"
            + " (output_indices: int64, output_values: T) T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    SparseIndices.require(context, 0, 1, 2);
    return List.of(context.requireRank(0, 2), context.requireRank(1, 1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SparseReorder::sort;
  }

  private static void sort(KernelContext context) {
    Tensor indices = context.input(0);
    Tensor values = context.input(1);
    int rank = (int) indices.shape().size(1);
    Long[] order = Ranking.positions(values.elements());
    Arrays.sort(order, (a, b) -> SparseIndices.compare(indices, a, b, rank));
    Tensor sortedIndices = context.allocate(0, indices.shape());
    Tensor sortedValues = context.allocate(1, values.shape());
    for (int n = 0; n < order.length; n++) {
      sortedIndices.copyFrom(indices, order[n] * rank, (long) n * rank, rank);
      sortedValues.copyFrom(values, order[n], n, 1);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        1,
        () -> {
          Output places =
              on.op(
                  "Range",
                  on.scalar(0, DType.INT32),
                  on.op("Size", context.input(1)),
                  on.scalar(1, DType.INT32));
          Output order =
              on.node("SparseReorder")
                  .input(context.input(0))
                  .input(places)
                  .input(context.input(2))
                  .build()
                  .output(1);
          return on.gather(context.gradient(1), on.op("InvertPermutation", order));
        });
  }
}

package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A dense tensor that has given values at given positions and a default elsewhere. With {@code
 * validate_indices} the positions must be in ascending order without repetition.
 */
final class SparseToDense extends Op {
  SparseToDense() {
    super(
        "SparseToDense(sparse_indices: Tindices, output_shape: Tindices, sparse_values: T,"
            + " default_value: T) -> (dense: T) validate_indices:bool=true; T:type; Tindices:type"
            + " in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape indices = context.input(0);
    Shape sizes = context.requireRank(1, 1);
    Shape values = context.input(2);
    context.requireScalar(3);
    if (indices.rank() > 2) {
      throw context.invalid(
          "sparse_indices must be a scalar, a vector or a matrix: %s", context.describe(0));
    }
    if (indices.hasRank()) {
      Shape count = indices.isScalar() ? Shape.of(1) : indices.slice(0, 1);
      Shape rank = indices.rank() < 2 ? Shape.of(1) : indices.slice(1, 2);
      if (!rank.isCompatibleWith(sizes)) {
        throw context.invalid(
            "there must be a coordinate for every dimension: %s, %s",
            context.describe(0), context.describe(1));
      }
      if (values.rank() > 0 && !values.isCompatibleWith(count)) {
        throw context.invalid(
            "there must be one value, or one for every index: %s, %s",
            context.describe(0), context.describe(2));
      }
    }
    return List.of(context.shapeValue(1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isValidated = spec.attrs().bool("validate_indices");
    return context -> scatter(context, isValidated);
  }

  private static void scatter(KernelContext context, boolean isValidated) {
    Tensor indices = context.input(0);
    Shape shape = SparseIndices.shape(context.input(1));
    Tensor values = context.input(2);
    Tensor out = context.allocate(0, shape);
    ElementCopier.of(context.input(3), out).fill(0, 0, out.elements());
    int rank = shape.rank();
    long count = indices.shape().isScalar() ? 1 : indices.shape().size(0);
    for (long row = 0; row < count; row++) {
      if (isValidated && row > 0 && SparseIndices.compare(indices, row - 1, row, rank) >= 0) {
        throw WeirException.invalidArgument(
            "indices must ascend: index %d is %s, after %s",
            row,
            SparseIndices.text(indices, row, rank),
            SparseIndices.text(indices, row - 1, rank));
      }
      long position = SparseIndices.position(indices, row, shape);
      out.copyFrom(values, values.shape().isScalar() ? 0 : row, position, 1);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(2, () -> on.sumTo(picked(on, context), context.input(2)));
    context.flow(
        3,
        () -> {
          Output given = on.reshape(context.gradient(), on.ints(-1));
          Output taken = on.sum(picked(on, context), on.ints(0), false);
          return on.sub(on.sum(given, on.ints(0), false), taken);
        });
  }

  /** The gradients at the positions of the values; 0 for values that later ones have replaced. */
  private static Output picked(GradientOps on, GradientContext context) {
    Output rank = on.reshape(on.op("Size", context.input(1)), on.ints(1));
    Output positions = on.reshape(context.input(0), on.concat(on.ints(-1), rank));
    Output picked = on.op("GatherNd", context.gradient(), positions);
    if (context.node().attrs().bool("validate_indices")) {
      return picked;
    }
    Output zero = on.scalar(0, DType.INT32);
    Output numbers = on.op("Range", zero, on.op("Size", picked), on.scalar(1, DType.INT32));
    Output last =
        on.node("SparseToDense")
            .input(positions)
            .input(context.input(1))
            .input(numbers)
            .input(zero)
            .attr("validate_indices", false)
            .build()
            .output(0);
    Output isThere = on.op("Equal", on.op("GatherNd", last, positions), numbers);
    return on.select(isThere, picked, on.scalar(0, picked));
  }
}

package dev.weir.ops.support;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GradientContext;
import dev.weir.graph.IndexedSlices;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;

/** Gradients of gathers. */
public final class GatherGradients {
  private static final String POLICY = "bad_indices_policy";

  private GatherGradients() {}

  /** Whether an input is known to be 0 when the graph is built. */
  public static boolean isZero(Output scalar) {
    return scalar.node().op().kind() == NodeKind.CONSTANT
        && scalar.node().attrs().tensor("value").getLong(0) == 0;
  }

  /** Indices in a type that every op has. */
  public static Output wide(GradientOps on, Output indices) {
    return indices.dtype() == DType.INT64 ? indices : on.cast(indices, DType.INT32);
  }

  /** What comes back to the rows that were gathered, along the first dimension. */
  public static IndexedSlices rows(GradientOps on, Output params, Output indices, Output gradient) {
    return rowsOf(on, on.shape(params), indices, gradient);
  }

  /** What comes back to the gathered rows of a tensor of this shape, an integer vector. */
  public static IndexedSlices rowsOf(
      GradientOps on, Output shape, Output indices, Output gradient) {
    Output flat = on.reshape(wide(on, indices), on.ints(-1));
    Output row = on.op("Slice", shape, on.ints(1), on.ints(-1));
    Output count = on.op("ExpandDims", on.op("Size", indices), on.scalar(0, DType.INT32));
    return new IndexedSlices(on.reshape(gradient, on.join(count, row)), flat, shape);
  }

  /**
   * What comes back along any axis, with any number of batch dimensions. In the gradient,
   * dimensions are those of the batch, those before the axis, those of the indices, and those after
   * the axis; with the indices moved to the front, and numbered through over the batch, it is a sum
   * by segment.
   */
  public static Output whole(
      GradientOps on, Output params, Output anyIndices, Output anyAxis, long batchDims, Output dy) {
    Output indices = wide(on, anyIndices);
    Output shape = on.shape(params);
    Output rank = on.op("Size", shape);
    Output axis = on.op("FloorMod", on.cast(anyAxis, DType.INT32), rank);
    Output indexRank = on.op("Size", on.shape(indices));
    Output given = on.scalar(batchDims, DType.INT32);
    Output batchRank = batchDims < 0 ? on.add(given, indexRank) : given;
    Output batch = product(on, shape, on.scalar(0, DType.INT32), batchRank);
    Output before = product(on, shape, batchRank, axis);
    Output size = on.op("GatherV2", shape, axis, on.scalar(0, DType.INT32));
    Output after = product(on, shape, on.add(axis, on.scalar(1, DType.INT32)), rank);
    Output count = product(on, on.shape(indices), batchRank, indexRank);

    Output blocks = on.reshape(dy, vector(on, batch, before, count, after));
    Output byIndex = on.op("Transpose", blocks, on.ints(0, 2, 1, 3));
    Output starts =
        on.mul(on.op("Range", on.scalar(0, DType.INT32), batch, on.scalar(1, DType.INT32)), size);
    Output ids =
        on.add(
            on.reshape(indices, vector(on, batch, count)),
            on.cast(on.op("ExpandDims", starts, on.scalar(1, DType.INT32)), indices.dtype()));
    Output sums =
        on.op(
            "UnsortedSegmentSum",
            on.reshape(byIndex, vector(on, on.mul(batch, count), before, after)),
            on.reshape(ids, on.ints(-1)),
            on.mul(batch, size));
    Output apart = on.reshape(sums, vector(on, batch, size, before, after));
    return on.reshape(on.op("Transpose", apart, on.ints(0, 2, 1, 3)), shape);
  }

  /** What comes back to the slices that were gathered by rows of indices. */
  public static Output slices(
      GradientOps on, GradientContext context, Output params, Output anyIndices) {
    Output indices = wide(on, anyIndices);
    Output shape = on.shape(params);
    Output indexShape = on.shape(indices);
    Output zero = on.scalar(0, DType.INT32);
    Output last = on.sub(on.op("Size", indexShape), on.scalar(1, DType.INT32));
    Output depth = on.op("GatherV2", indexShape, last, zero);
    Output count = product(on, indexShape, zero, last);
    Output slice = on.op("Slice", shape, vector(on, depth), on.ints(-1));
    return byIndices(
        on,
        context,
        "ScatterNd",
        on.reshape(indices, vector(on, count, depth)),
        on.reshape(context.gradient(), on.join(vector(on, count), slice)),
        on.cast(shape, indices.dtype()));
  }

  /** The slices of the gradient of a scatter that its updates have become. */
  public static Output updates(GradientOps on, GradientContext context, Output indices) {
    return byIndices(on, context, "GatherNd", context.gradient(), indices);
  }

  /** An op on slices, which treats bad indices as the differentiated node does. */
  public static Output byIndices(
      GradientOps on, GradientContext context, String op, Output... inputs) {
    NodeBuilder node = on.node(op);
    for (Output input : inputs) {
      node.input(input);
    }
    AttrValue policy = context.node().attrs().find(POLICY);
    return (policy == null ? node : node.attr(POLICY, policy)).build().output(0);
  }

  /** The product of the sizes from one dimension to before another. */
  private static Output product(GradientOps on, Output shape, Output from, Output to) {
    Output zero = on.scalar(0, DType.INT32);
    Output begin = on.op("ExpandDims", from, zero);
    Output length = on.op("ExpandDims", on.sub(to, from), zero);
    return on.op("Prod", on.op("Slice", shape, begin, length), on.ints(0));
  }

  private static Output vector(GradientOps on, Output... scalars) {
    return on.node("Pack").inputList(List.of(scalars)).build().output(0);
  }
}

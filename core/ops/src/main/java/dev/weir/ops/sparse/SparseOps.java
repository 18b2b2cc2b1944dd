package dev.weir.ops.sparse;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.OpGroup;

/**
 * Builds nodes: sparse tensors, given as indices (a row of coordinates each), values and shape, and
 * reductions of rows picked by index.
 */
public final class SparseOps extends OpGroup {
  public SparseOps(Scope scope) {
    super(scope);
  }

  /** Positions and elements. */
  public record Elements(Output indices, Output values) {}

  /** Positions and the shape they are in. */
  public record Positions(Output indices, Output shape) {}

  /** Positions, elements and shape. */
  public record SparseTensor(Output indices, Output values, Output shape) {}

  /** A dense tensor with values at ascending positions and a default elsewhere. */
  public Output sparseToDense(
      Operand sparseIndices, Operand outputShape, Operand sparseValues, Operand defaultValue) {
    return op("SparseToDense", sparseIndices, outputShape, sparseValues, defaultValue);
  }

  /** A dense tensor with values at some positions and a default elsewhere. */
  public Output sparseToDense(
      Operand sparseIndices,
      Operand outputShape,
      Operand sparseValues,
      Operand defaultValue,
      boolean validateIndices) {
    return node("SparseToDense", sparseIndices, outputShape, sparseValues, defaultValue)
        .attr("validate_indices", validateIndices)
        .build()
        .output(0);
  }

  /** The product of a sparse and a dense matrix. */
  public Output sparseTensorDenseMatMul(
      Operand aIndices, Operand aValues, Operand aShape, Operand b) {
    return op("SparseTensorDenseMatMul", aIndices, aValues, aShape, b);
  }

  /** The product of a sparse and a dense matrix, or of their adjoints. */
  public Output sparseTensorDenseMatMul(
      Operand aIndices,
      Operand aValues,
      Operand aShape,
      Operand b,
      boolean adjointA,
      boolean adjointB) {
    return node("SparseTensorDenseMatMul", aIndices, aValues, aShape, b)
        .attr("adjoint_a", adjointA)
        .attr("adjoint_b", adjointB)
        .build()
        .output(0);
  }

  /** The elements in the order of their positions. */
  public Elements sparseReorder(Operand inputIndices, Operand inputValues, Operand inputShape) {
    Node node = node("SparseReorder", inputIndices, inputValues, inputShape).build();
    return new Elements(node.output(0), node.output(1));
  }

  /** The positions in a tensor of another shape. */
  public Positions sparseReshape(Operand inputIndices, Operand inputShape, Operand newShape) {
    Node node = node("SparseReshape", inputIndices, inputShape, newShape).build();
    return new Positions(node.output(0), node.output(1));
  }

  /** The sum of two sparse tensors; sums of two elements below the threshold are left out. */
  public SparseTensor sparseAdd(
      Operand aIndices,
      Operand aValues,
      Operand aShape,
      Operand bIndices,
      Operand bValues,
      Operand bShape,
      Operand thresh) {
    Node node =
        node("SparseAdd", aIndices, aValues, aShape, bIndices, bValues, bShape, thresh).build();
    return new SparseTensor(node.output(0), node.output(1), node.output(2));
  }

  /** The sum of rows of a table, picked by index, for each segment; ids ascend. */
  public Output sparseSegmentSum(Operand data, Operand indices, Operand segmentIds) {
    return op("SparseSegmentSum", data, indices, segmentIds);
  }

  /** The sum of rows of a table, picked by index, for each of so many segments; ids ascend. */
  public Output sparseSegmentSumWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return op("SparseSegmentSumWithNumSegments", data, indices, segmentIds, numSegments);
  }

  /** The mean of rows of a table, picked by index, for each segment; ids ascend. */
  public Output sparseSegmentMean(Operand data, Operand indices, Operand segmentIds) {
    return op("SparseSegmentMean", data, indices, segmentIds);
  }

  /** The mean of rows of a table, picked by index, for each of so many segments; ids ascend. */
  public Output sparseSegmentMeanWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return op("SparseSegmentMeanWithNumSegments", data, indices, segmentIds, numSegments);
  }

  /**
   * The sum, over the root of their number, of rows of a table, picked by index, for each segment;
   * ids ascend.
   */
  public Output sparseSegmentSqrtN(Operand data, Operand indices, Operand segmentIds) {
    return op("SparseSegmentSqrtN", data, indices, segmentIds);
  }

  /**
   * The sum, over the root of their number, of rows of a table, picked by index, for each of so
   * many segments; ids ascend.
   */
  public Output sparseSegmentSqrtNWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return op("SparseSegmentSqrtNWithNumSegments", data, indices, segmentIds, numSegments);
  }
}

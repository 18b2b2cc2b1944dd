package dev.weir.ops.math;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: reductions of segments, that is of rows with the same id. */
public final class SegmentOps {
  private final Scope scope;

  SegmentOps(Scope scope) {
    this.scope = scope;
  }

  /** The gradients of some rows of a table, and which rows they are, ascending. */
  public record RowGradients(Output output, Output sortedUniqueIndices) {}

  /** The sum of the rows of each segment; ids ascend; 0 for an id that does not occur. */
  public Output segmentSum(Operand data, Operand segmentIds) {
    return scope.node("SegmentSum").input(data).input(segmentIds).build().output(0);
  }

  /**
   * The sum of the rows of each of so many segments; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentSum(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SegmentSumV2")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The sum of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentSum(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("UnsortedSegmentSum")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The product of the rows of each segment; ids ascend; 1 for an id that does not occur. */
  public Output segmentProd(Operand data, Operand segmentIds) {
    return scope.node("SegmentProd").input(data).input(segmentIds).build().output(0);
  }

  /**
   * The product of the rows of each of so many segments; ids ascend; 1 for an id that does not
   * occur.
   */
  public Output segmentProd(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SegmentProdV2")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The product of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentProd(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("UnsortedSegmentProd")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The mean of the rows of each segment; ids ascend; 0 for an id that does not occur. */
  public Output segmentMean(Operand data, Operand segmentIds) {
    return scope.node("SegmentMean").input(data).input(segmentIds).build().output(0);
  }

  /**
   * The greatest elements of the rows of each segment; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentMax(Operand data, Operand segmentIds) {
    return scope.node("SegmentMax").input(data).input(segmentIds).build().output(0);
  }

  /**
   * The greatest elements of the rows of each of so many segments; ids ascend; 0 for an id that
   * does not occur.
   */
  public Output segmentMax(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SegmentMaxV2")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /**
   * The greatest elements of all slices with the same id, in any order; negative ids are left out.
   */
  public Output unsortedSegmentMax(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("UnsortedSegmentMax")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /**
   * The least elements of the rows of each segment; ids ascend; 0 for an id that does not occur.
   */
  public Output segmentMin(Operand data, Operand segmentIds) {
    return scope.node("SegmentMin").input(data).input(segmentIds).build().output(0);
  }

  /**
   * The least elements of the rows of each of so many segments; ids ascend; 0 for an id that does
   * not occur.
   */
  public Output segmentMin(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SegmentMinV2")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The least elements of all slices with the same id, in any order; negative ids are left out. */
  public Output unsortedSegmentMin(Operand data, Operand segmentIds, Operand numSegments) {
    return scope
        .node("UnsortedSegmentMin")
        .input(data)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The sum of rows of a table, picked by index, for each segment; ids ascend. */
  public Output sparseSegmentSum(Operand data, Operand indices, Operand segmentIds) {
    return scope
        .node("SparseSegmentSum")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .build()
        .output(0);
  }

  /** The sum of rows of a table, picked by index, for each of so many segments; ids ascend. */
  public Output sparseSegmentSumWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SparseSegmentSumWithNumSegments")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The gradient of {@code sparseSegmentSum} with respect to its table of so many rows. */
  public Output sparseSegmentSumGrad(
      Operand grad, Operand indices, Operand segmentIds, Operand outputDim0) {
    return scope
        .node("SparseSegmentSumGrad")
        .input(grad)
        .input(indices)
        .input(segmentIds)
        .input(outputDim0)
        .build()
        .output(0);
  }

  /**
   * The gradient of {@code sparseSegmentSum} with respect to the rows of its table that were
   * picked.
   */
  public RowGradients sparseSegmentSumGradV2(
      Operand grad, Operand indices, Operand segmentIds, Operand denseOutputDim0) {
    Node node =
        scope
            .node("SparseSegmentSumGradV2")
            .input(grad)
            .input(indices)
            .input(segmentIds)
            .input(denseOutputDim0)
            .build();
    return new RowGradients(node.output(0), node.output(1));
  }

  /** The mean of rows of a table, picked by index, for each segment; ids ascend. */
  public Output sparseSegmentMean(Operand data, Operand indices, Operand segmentIds) {
    return scope
        .node("SparseSegmentMean")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .build()
        .output(0);
  }

  /** The mean of rows of a table, picked by index, for each of so many segments; ids ascend. */
  public Output sparseSegmentMeanWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SparseSegmentMeanWithNumSegments")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The gradient of {@code sparseSegmentMean} with respect to its table of so many rows. */
  public Output sparseSegmentMeanGrad(
      Operand grad, Operand indices, Operand segmentIds, Operand outputDim0) {
    return scope
        .node("SparseSegmentMeanGrad")
        .input(grad)
        .input(indices)
        .input(segmentIds)
        .input(outputDim0)
        .build()
        .output(0);
  }

  /**
   * The gradient of {@code sparseSegmentMean} with respect to the rows of its table that were
   * picked.
   */
  public RowGradients sparseSegmentMeanGradV2(
      Operand grad, Operand indices, Operand segmentIds, Operand denseOutputDim0) {
    Node node =
        scope
            .node("SparseSegmentMeanGradV2")
            .input(grad)
            .input(indices)
            .input(segmentIds)
            .input(denseOutputDim0)
            .build();
    return new RowGradients(node.output(0), node.output(1));
  }

  /**
   * The sum, over the root of their number, of rows of a table, picked by index, for each segment;
   * ids ascend.
   */
  public Output sparseSegmentSqrtN(Operand data, Operand indices, Operand segmentIds) {
    return scope
        .node("SparseSegmentSqrtN")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .build()
        .output(0);
  }

  /**
   * The sum, over the root of their number, of rows of a table, picked by index, for each of so
   * many segments; ids ascend.
   */
  public Output sparseSegmentSqrtNWithNumSegments(
      Operand data, Operand indices, Operand segmentIds, Operand numSegments) {
    return scope
        .node("SparseSegmentSqrtNWithNumSegments")
        .input(data)
        .input(indices)
        .input(segmentIds)
        .input(numSegments)
        .build()
        .output(0);
  }

  /** The gradient of {@code sparseSegmentSqrtN} with respect to its table of so many rows. */
  public Output sparseSegmentSqrtNGrad(
      Operand grad, Operand indices, Operand segmentIds, Operand outputDim0) {
    return scope
        .node("SparseSegmentSqrtNGrad")
        .input(grad)
        .input(indices)
        .input(segmentIds)
        .input(outputDim0)
        .build()
        .output(0);
  }

  /**
   * The gradient of {@code sparseSegmentSqrtN} with respect to the rows of its table that were
   * picked.
   */
  public RowGradients sparseSegmentSqrtNGradV2(
      Operand grad, Operand indices, Operand segmentIds, Operand denseOutputDim0) {
    Node node =
        scope
            .node("SparseSegmentSqrtNGradV2")
            .input(grad)
            .input(indices)
            .input(segmentIds)
            .input(denseOutputDim0)
            .build();
    return new RowGradients(node.output(0), node.output(1));
  }
}

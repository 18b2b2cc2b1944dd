package dev.weir.ops.sparse;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: sparse tensors, given as indices (a row of coordinates each), values and shape. */
public final class SparseOps {
  private final Scope scope;

  public SparseOps(Scope scope) {
    this.scope = scope;
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
    return scope
        .node("SparseToDense")
        .input(sparseIndices)
        .input(outputShape)
        .input(sparseValues)
        .input(defaultValue)
        .build()
        .output(0);
  }

  /** A dense tensor with values at some positions and a default elsewhere. */
  public Output sparseToDense(
      Operand sparseIndices,
      Operand outputShape,
      Operand sparseValues,
      Operand defaultValue,
      boolean validateIndices) {
    return scope
        .node("SparseToDense")
        .input(sparseIndices)
        .input(outputShape)
        .input(sparseValues)
        .input(defaultValue)
        .attr("validate_indices", validateIndices)
        .build()
        .output(0);
  }

  /** The product of a sparse and a dense matrix. */
  public Output sparseTensorDenseMatMul(
      Operand aIndices, Operand aValues, Operand aShape, Operand b) {
    return scope
        .node("SparseTensorDenseMatMul")
        .input(aIndices)
        .input(aValues)
        .input(aShape)
        .input(b)
        .build()
        .output(0);
  }

  /** The product of a sparse and a dense matrix, or of their adjoints. */
  public Output sparseTensorDenseMatMul(
      Operand aIndices,
      Operand aValues,
      Operand aShape,
      Operand b,
      boolean adjointA,
      boolean adjointB) {
    return scope
        .node("SparseTensorDenseMatMul")
        .input(aIndices)
        .input(aValues)
        .input(aShape)
        .input(b)
        .attr("adjoint_a", adjointA)
        .attr("adjoint_b", adjointB)
        .build()
        .output(0);
  }

  /** The elements in the order of their positions. */
  public Elements sparseReorder(Operand inputIndices, Operand inputValues, Operand inputShape) {
    Node node =
        scope
            .node("SparseReorder")
            .input(inputIndices)
            .input(inputValues)
            .input(inputShape)
            .build();
    return new Elements(node.output(0), node.output(1));
  }

  /** The positions in a tensor of another shape. */
  public Positions sparseReshape(Operand inputIndices, Operand inputShape, Operand newShape) {
    Node node =
        scope.node("SparseReshape").input(inputIndices).input(inputShape).input(newShape).build();
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
        scope
            .node("SparseAdd")
            .input(aIndices)
            .input(aValues)
            .input(aShape)
            .input(bIndices)
            .input(bValues)
            .input(bShape)
            .input(thresh)
            .build();
    return new SparseTensor(node.output(0), node.output(1), node.output(2));
  }
}

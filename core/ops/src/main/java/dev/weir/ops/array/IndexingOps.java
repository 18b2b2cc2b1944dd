package dev.weir.ops.array;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import java.util.List;
import java.util.stream.IntStream;

/** Builds nodes: what is picked, put or found by number, and the diagonals of matrices. */
public final class IndexingOps {
  private final Scope scope;

  public IndexingOps(Scope scope) {
    this.scope = scope;
  }

  private Output one(String op, Operand... inputs) {
    return node(op, inputs).build().output(0);
  }

  private NodeBuilder node(String op, Operand... inputs) {
    return Nodes.of(scope, op, inputs);
  }

  /** The rows of a tensor with these numbers. */
  public Output gather(Operand params, Operand indices) {
    return one("Gather", params, indices);
  }

  /** The slices of a tensor along {@code axis} with these numbers. */
  public Output gather(Operand params, Operand indices, Operand axis) {
    return gather(params, indices, axis, 0);
  }

  /** The slices along {@code axis}, each batch from its own. */
  public Output gather(Operand params, Operand indices, Operand axis, long batchDims) {
    return node("GatherV2", params, indices, axis).attr("batch_dims", batchDims).build().output(0);
  }

  /** The slices at the places that the rows of {@code indices} name. */
  public Output gatherNd(Operand params, Operand indices) {
    return one("GatherNd", params, indices);
  }

  /** Zeros of a shape, with updates added at the places that the rows of {@code indices} name. */
  public Output scatterNd(Operand indices, Operand updates, Operand shape) {
    return one("ScatterNd", indices, updates, shape);
  }

  /** A tensor with updates added at the places that the rows of {@code indices} name. */
  public Output scatterNdNonAliasingAdd(Operand input, Operand indices, Operand updates) {
    return one("ScatterNdNonAliasingAdd", input, indices, updates);
  }

  /** A tensor with slices replaced at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdUpdate(Operand tensor, Operand indices, Operand updates) {
    return one("TensorScatterUpdate", tensor, indices, updates);
  }

  /** A tensor with updates added at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdAdd(Operand tensor, Operand indices, Operand updates) {
    return one("TensorScatterAdd", tensor, indices, updates);
  }

  /** A tensor less updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdSub(Operand tensor, Operand indices, Operand updates) {
    return one("TensorScatterSub", tensor, indices, updates);
  }

  /** A tensor, not above the updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdMin(Operand tensor, Operand indices, Operand updates) {
    return one("TensorScatterMin", tensor, indices, updates);
  }

  /** A tensor, not below the updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdMax(Operand tensor, Operand indices, Operand updates) {
    return one("TensorScatterMax", tensor, indices, updates);
  }

  /** Slices sorted into several tensors: slice i goes to number {@code partitions[i]}. */
  public List<Output> dynamicPartition(Operand data, Operand partitions, long numPartitions) {
    Node node =
        node("DynamicPartition", data, partitions).attr("num_partitions", numPartitions).build();
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }

  /** Slices put together by their numbers; the last one for a place stays. */
  public Output dynamicStitch(List<? extends Operand> indices, List<? extends Operand> data) {
    return scope.node("DynamicStitch").inputList(indices).inputList(data).build().output(0);
  }

  /** Slices put together by their numbers, which must differ. */
  public Output parallelDynamicStitch(
      List<? extends Operand> indices, List<? extends Operand> data) {
    return scope.node("ParallelDynamicStitch").inputList(indices).inputList(data).build().output(0);
  }

  /**
   * {@code onValue} where the index says along a new last dimension, {@code offValue} elsewhere.
   */
  public Output oneHot(Operand indices, Operand depth, Operand onValue, Operand offValue) {
    return oneHot(indices, depth, onValue, offValue, -1);
  }

  /** {@code onValue} where the index says along a new dimension, {@code offValue} elsewhere. */
  public Output oneHot(
      Operand indices, Operand depth, Operand onValue, Operand offValue, long axis) {
    return node("OneHot", indices, depth, onValue, offValue).attr("axis", axis).build().output(0);
  }

  /** Zeros with a tensor on the diagonal; the result has each of its dimensions twice. */
  public Output tensorDiag(Operand diagonal) {
    return one("Diag", diagonal);
  }

  /** The diagonal of a tensor that has each dimension twice. */
  public Output tensorDiagPart(Operand input) {
    return one("DiagPart", input);
  }

  /** Square matrices with the given main diagonals. */
  public Output matrixDiag(Operand diagonal) {
    return one("MatrixDiag", diagonal);
  }

  /** Matrices with the given diagonals; those above end at the right, those below start left. */
  public Output matrixDiag(
      Operand diagonal, Operand k, Operand numRows, Operand numCols, Operand paddingValue) {
    return one("MatrixDiagV3", diagonal, k, numRows, numCols, paddingValue);
  }

  /** Matrices with the given diagonals, aligned as {@code align} says. */
  public Output matrixDiag(
      Operand diagonal,
      Operand k,
      Operand numRows,
      Operand numCols,
      Operand paddingValue,
      String align) {
    return node("MatrixDiagV3", diagonal, k, numRows, numCols, paddingValue)
        .attr("align", align)
        .build()
        .output(0);
  }

  /** Matrices with the given diagonals, all aligned left. */
  public Output matrixDiagV2(
      Operand diagonal, Operand k, Operand numRows, Operand numCols, Operand paddingValue) {
    return one("MatrixDiagV2", diagonal, k, numRows, numCols, paddingValue);
  }

  /** The main diagonals of matrices. */
  public Output matrixDiagPart(Operand input) {
    return one("MatrixDiagPart", input);
  }

  /** Neighboring diagonals of matrices; those above end at the right, those below start left. */
  public Output matrixDiagPart(Operand input, Operand k, Operand paddingValue) {
    return one("MatrixDiagPartV3", input, k, paddingValue);
  }

  /** Neighboring diagonals of matrices, aligned as {@code align} says. */
  public Output matrixDiagPart(Operand input, Operand k, Operand paddingValue, String align) {
    return node("MatrixDiagPartV3", input, k, paddingValue).attr("align", align).build().output(0);
  }

  /** Neighboring diagonals of matrices, all aligned left. */
  public Output matrixDiagPartV2(Operand input, Operand k, Operand paddingValue) {
    return one("MatrixDiagPartV2", input, k, paddingValue);
  }

  /** Matrices with their main diagonals replaced. */
  public Output matrixSetDiag(Operand input, Operand diagonal) {
    return one("MatrixSetDiag", input, diagonal);
  }

  /** Matrices with diagonals replaced; those above end at the right, those below start left. */
  public Output matrixSetDiag(Operand input, Operand diagonal, Operand k) {
    return one("MatrixSetDiagV3", input, diagonal, k);
  }

  /** Matrices with diagonals replaced, aligned as {@code align} says. */
  public Output matrixSetDiag(Operand input, Operand diagonal, Operand k, String align) {
    return node("MatrixSetDiagV3", input, diagonal, k).attr("align", align).build().output(0);
  }

  /** Matrices with diagonals replaced, all aligned left. */
  public Output matrixSetDiagV2(Operand input, Operand diagonal, Operand k) {
    return one("MatrixSetDiagV2", input, diagonal, k);
  }

  /** Matrices with only some diagonals below and above the main one kept; negative means all. */
  public Output bandPart(Operand input, Operand numLower, Operand numUpper) {
    return one("MatrixBandPart", input, numLower, numUpper);
  }

  /** The elements of {@code x} that are not in {@code y}, and where in x they are (int32). */
  public SetDifference setDiff1d(Operand x, Operand y) {
    Node node = node("ListDiff", x, y).build();
    return new SetDifference(node.output(0), node.output(1));
  }

  /** What is in one vector and not in another, and where in the first it is. */
  public record SetDifference(Output out, Output idx) {}

  /** The permutation that undoes another. */
  public Output invertPermutation(Operand x) {
    return one("InvertPermutation", x);
  }

  /** Positions counted row by row, as an index for each dimension. */
  public Output unravelIndex(Operand indices, Operand dims) {
    return one("UnravelIndex", indices, dims);
  }

  /** For each value the first place in its sorted row at which something not smaller stands. */
  public Output lowerBound(Operand sortedInputs, Operand values) {
    return one("LowerBound", sortedInputs, values);
  }

  /** For each value the first place in its sorted row at which something larger stands. */
  public Output upperBound(Operand sortedInputs, Operand values) {
    return one("UpperBound", sortedInputs, values);
  }

  /** For each element how many of the sorted boundaries are not above it. */
  public Output bucketize(Operand input, float... boundaries) {
    return node("Bucketize", input)
        .attr("boundaries", AttrValue.ofFloats(boundaries))
        .build()
        .output(0);
  }

  /** How many edits turn each sequence of a hypothesis into that of the truth. */
  public Output editDistance(SparseParts hypothesis, SparseParts truth, boolean normalize) {
    return node(
            "EditDistance",
            hypothesis.indices,
            hypothesis.values,
            hypothesis.shape,
            truth.indices,
            truth.values,
            truth.shape)
        .attr("normalize", normalize)
        .build()
        .output(0);
  }

  /** A sparse tensor: where its values are, the values, and its shape. */
  public record SparseParts(Operand indices, Operand values, Operand shape) {}
}

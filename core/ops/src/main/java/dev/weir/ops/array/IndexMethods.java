package dev.weir.ops.array;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;
import dev.weir.ops.support.Scalars;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.stream.IntStream;

/** Methods of {@link ArrayOps}: elements gathered, scattered and found by index, and diagonals. */
abstract class IndexMethods extends OpGroup {
  IndexMethods(Scope scope) {
    super(scope);
  }

  /** {@code t} where the condition holds and {@code e} elsewhere; all three are broadcast. */
  public Output select(Operand condition, Operand t, Operand e) {
    return op("SelectV2", condition, t, e);
  }

  /** The slices of a tensor along its first dimension with these indices. */
  public Output gather(Operand params, Operand indices) {
    return gather(params, indices, 0);
  }

  /** The slices of a tensor along {@code axis} with these indices. */
  public Output gather(Operand params, Operand indices, Operand axis) {
    return op("GatherV2", params, indices, axis);
  }

  /** The slices of a tensor along {@code axis} with these indices. */
  public Output gather(Operand params, Operand indices, int axis) {
    Call call = call("GatherV2");
    return call.output(params, indices, call.scalar("axis", axis));
  }

  /**
   * The slices along {@code axis} with these indices, each element of a batch from its own; the
   * first {@code batchDims} dimensions of both operands are those of the batch.
   */
  public Output gather(Operand params, Operand indices, Operand axis, long batchDims) {
    return node("GatherV2", params, indices, axis).attr("batch_dims", batchDims).build().output(0);
  }

  /** The slices along {@code axis} with these indices, each element of a batch from its own. */
  public Output gather(Operand params, Operand indices, int axis, long batchDims) {
    Call call = call("GatherV2");
    return call.node(params, indices, call.scalar("axis", axis))
        .attr("batch_dims", batchDims)
        .build()
        .output(0);
  }

  /** The slices at the places that the rows of {@code indices} name. */
  public Output gatherNd(Operand params, Operand indices) {
    return op("GatherNd", params, indices);
  }

  /** Zeros of a shape, with updates added at the places that the rows of {@code indices} name. */
  public Output scatterNd(Operand indices, Operand updates, Operand shape) {
    return op("ScatterNd", indices, updates, shape);
  }

  /** Zeros of a fully known shape, with updates added where the rows of {@code indices} say. */
  public Output scatterNd(Operand indices, Operand updates, Shape shape) {
    Call call = call("ScatterNd");
    Output sizes =
        call.constant(
            "shape", Tensors.ofLongs(indices.dtype(), Shape.of(shape.rank()), shape.sizes()));
    return call.output(indices, updates, sizes);
  }

  /** A tensor with updates added at the places that the rows of {@code indices} name. */
  public Output scatterNdNonAliasingAdd(Operand input, Operand indices, Operand updates) {
    return op("ScatterNdNonAliasingAdd", input, indices, updates);
  }

  /** A tensor with slices replaced at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdUpdate(Operand tensor, Operand indices, Operand updates) {
    return op("TensorScatterUpdate", tensor, indices, updates);
  }

  /** A tensor with updates added at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdAdd(Operand tensor, Operand indices, Operand updates) {
    return op("TensorScatterAdd", tensor, indices, updates);
  }

  /** A tensor less updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdSub(Operand tensor, Operand indices, Operand updates) {
    return op("TensorScatterSub", tensor, indices, updates);
  }

  /** A tensor, not above the updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdMin(Operand tensor, Operand indices, Operand updates) {
    return op("TensorScatterMin", tensor, indices, updates);
  }

  /** A tensor, not below the updates at the places that the rows of {@code indices} name. */
  public Output tensorScatterNdMax(Operand tensor, Operand indices, Operand updates) {
    return op("TensorScatterMax", tensor, indices, updates);
  }

  /** Slices sorted into several tensors: slice i goes to number {@code partitions[i]}. */
  public List<Output> dynamicPartition(Operand data, Operand partitions, long numPartitions) {
    Node node =
        node("DynamicPartition", data, partitions).attr("num_partitions", numPartitions).build();
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }

  /** Slices put together by their numbers; the last one for a place stays. */
  public Output dynamicStitch(List<? extends Operand> indices, List<? extends Operand> data) {
    return node("DynamicStitch").inputList(indices).inputList(data).build().output(0);
  }

  /** Slices put together by their numbers, which must differ. */
  public Output parallelDynamicStitch(
      List<? extends Operand> indices, List<? extends Operand> data) {
    return node("ParallelDynamicStitch").inputList(indices).inputList(data).build().output(0);
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

  /** 1 where the index says along a new last dimension of this size, 0 elsewhere, as float32. */
  public Output oneHot(Operand indices, int depth) {
    return oneHot(indices, depth, DType.FLOAT32);
  }

  /** 1 where the index says along a new last dimension of this size, 0 elsewhere. */
  public Output oneHot(Operand indices, int depth, DType dtype) {
    Call call = call("OneHot");
    return call.output(
        indices,
        call.scalar("depth", depth),
        call.constant("on_value", Scalars.of(1, dtype)),
        call.constant("off_value", Scalars.of(0, dtype)));
  }

  /** Zeros with a tensor on the diagonal; the result has each of its dimensions twice. */
  public Output tensorDiag(Operand diagonal) {
    return op("Diag", diagonal);
  }

  /** The diagonal of a tensor that has each dimension twice. */
  public Output tensorDiagPart(Operand input) {
    return op("DiagPart", input);
  }

  /** Square matrices with the given main diagonals. */
  public Output matrixDiag(Operand diagonal) {
    return op("MatrixDiag", diagonal);
  }

  /** Matrices with the given diagonals; those above end at the right, those below start left. */
  public Output matrixDiag(
      Operand diagonal, Operand k, Operand numRows, Operand numCols, Operand paddingValue) {
    return op("MatrixDiagV3", diagonal, k, numRows, numCols, paddingValue);
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

  /** The main diagonals of matrices. */
  public Output matrixDiagPart(Operand input) {
    return op("MatrixDiagPart", input);
  }

  /** Neighboring diagonals of matrices; those above end at the right, those below start left. */
  public Output matrixDiagPart(Operand input, Operand k, Operand paddingValue) {
    return op("MatrixDiagPartV3", input, k, paddingValue);
  }

  /** Neighboring diagonals of matrices, aligned as {@code align} says. */
  public Output matrixDiagPart(Operand input, Operand k, Operand paddingValue, String align) {
    return node("MatrixDiagPartV3", input, k, paddingValue).attr("align", align).build().output(0);
  }

  /** Matrices with their main diagonals replaced. */
  public Output matrixSetDiag(Operand input, Operand diagonal) {
    return op("MatrixSetDiag", input, diagonal);
  }

  /** Matrices with diagonals replaced; those above end at the right, those below start left. */
  public Output matrixSetDiag(Operand input, Operand diagonal, Operand k) {
    return op("MatrixSetDiagV3", input, diagonal, k);
  }

  /** Matrices with diagonals replaced, aligned as {@code align} says. */
  public Output matrixSetDiag(Operand input, Operand diagonal, Operand k, String align) {
    return node("MatrixSetDiagV3", input, diagonal, k).attr("align", align).build().output(0);
  }

  /** Matrices with only some diagonals below and above the main one kept; negative means all. */
  public Output bandPart(Operand input, Operand numLower, Operand numUpper) {
    return op("MatrixBandPart", input, numLower, numUpper);
  }

  /** Matrices with only some diagonals below and above the main one kept; negative means all. */
  public Output bandPart(Operand input, int numLower, int numUpper) {
    Call call = call("MatrixBandPart");
    return call.output(
        input, call.scalar("num_lower", numLower), call.scalar("num_upper", numUpper));
  }

  /** The elements of {@code x} that are not in {@code y}, and where in x they are (int32). */
  public ArrayOps.SetDifference setDiff1d(Operand x, Operand y) {
    Node node = node("ListDiff", x, y).build();
    return new ArrayOps.SetDifference(node.output(0), node.output(1));
  }

  /** The permutation that undoes another. */
  public Output invertPermutation(Operand x) {
    return op("InvertPermutation", x);
  }

  /** Positions counted row by row, as an index for each dimension. */
  public Output unravelIndex(Operand indices, Operand dims) {
    return op("UnravelIndex", indices, dims);
  }

  /** For each value the first place in its sorted row at which something not smaller stands. */
  public Output lowerBound(Operand sortedInputs, Operand values) {
    return op("LowerBound", sortedInputs, values);
  }

  /** For each value the first place in its sorted row at which something larger stands. */
  public Output upperBound(Operand sortedInputs, Operand values) {
    return op("UpperBound", sortedInputs, values);
  }

  /** For each element how many of the sorted boundaries are not above it. */
  public Output bucketize(Operand input, float... boundaries) {
    return node("Bucketize", input)
        .attr("boundaries", AttrValue.ofFloats(boundaries))
        .build()
        .output(0);
  }

  /** How many edits turn each sequence of a hypothesis into that of the truth. */
  public Output editDistance(
      ArrayOps.SparseParts hypothesis, ArrayOps.SparseParts truth, boolean normalize) {
    return node(
            "EditDistance",
            hypothesis.indices(),
            hypothesis.values(),
            hypothesis.shape(),
            truth.indices(),
            truth.values(),
            truth.shape())
        .attr("normalize", normalize)
        .build()
        .output(0);
  }

  /** The different elements of a vector, in order of first occurrence. */
  public ArrayOps.Distinct unique(Operand x) {
    Node node = node("Unique", x).build();
    return new ArrayOps.Distinct(node.output(0), node.output(1));
  }

  /** The different slices along an axis (a vector of one number), in order of first occurrence. */
  public ArrayOps.Distinct unique(Operand x, Operand axis) {
    Node node = node("UniqueV2", x, axis).build();
    return new ArrayOps.Distinct(node.output(0), node.output(1));
  }

  /** The different slices along an axis, in order of first occurrence. */
  public ArrayOps.Distinct unique(Operand x, int axis) {
    Call call = call("UniqueV2");
    Node node = call.node(x, call.ints("axis", axis)).build();
    return new ArrayOps.Distinct(node.output(0), node.output(1));
  }

  /**
   * The different elements of a vector, in order of first occurrence, and how often each occurs.
   */
  public ArrayOps.DistinctWithCounts uniqueWithCounts(Operand x) {
    Node node = node("UniqueWithCounts", x).build();
    return new ArrayOps.DistinctWithCounts(node.output(0), node.output(1), node.output(2));
  }

  /** The different slices along an axis (a vector of one number), and how often each occurs. */
  public ArrayOps.DistinctWithCounts uniqueWithCounts(Operand x, Operand axis) {
    Node node = node("UniqueWithCountsV2", x, axis).build();
    return new ArrayOps.DistinctWithCounts(node.output(0), node.output(1), node.output(2));
  }

  /**
   * The different slices along an axis, in order of first occurrence, and how often each occurs.
   */
  public ArrayOps.DistinctWithCounts uniqueWithCounts(Operand x, int axis) {
    Call call = call("UniqueWithCountsV2");
    Node node = call.node(x, call.ints("axis", axis)).build();
    return new ArrayOps.DistinctWithCounts(node.output(0), node.output(1), node.output(2));
  }

  /** The coordinates of all elements that are true or not 0, a row each. */
  public Output where(Operand condition) {
    return op("Where", condition);
  }
}

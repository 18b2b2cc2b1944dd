package dev.weir.ops.array;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds nodes: shapes, slices, joins and rearrangements. What is picked or put by number, and
 * diagonals, are in {@link IndexingOps}.
 */
public final class ArrayOps {
  private final Scope scope;

  public ArrayOps(Scope scope) {
    this.scope = scope;
  }

  private Output one(String op, Operand... inputs) {
    return node(op, inputs).build().output(0);
  }

  private NodeBuilder node(String op, Operand... inputs) {
    return Nodes.of(scope, op, inputs);
  }

  private static List<Output> outputs(Node node) {
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }

  /** The sizes of a tensor along each dimension, as an int32 vector. */
  public Output shape(Operand input) {
    return shape(input, DType.INT32);
  }

  /** The sizes of a tensor along each dimension, as a vector of int32 or int64. */
  public Output shape(Operand input, DType outType) {
    return node("Shape", input).attr("out_type", outType).build().output(0);
  }

  /** The sizes of several tensors, each as a vector of int32 or int64. */
  public List<Output> shapeN(List<? extends Operand> input, DType outType) {
    return outputs(scope.node("ShapeN").inputList(input).attr("out_type", outType).build());
  }

  /** The number of elements, as an int32. */
  public Output size(Operand input) {
    return size(input, DType.INT32);
  }

  /** The number of elements, as an int32 or int64. */
  public Output size(Operand input, DType outType) {
    return node("Size", input).attr("out_type", outType).build().output(0);
  }

  /** The number of dimensions, as an int32. */
  public Output rank(Operand input) {
    return one("Rank", input);
  }

  /** The same elements in another shape; one size may be -1 and follows from the others. */
  public Output reshape(Operand tensor, Operand shape) {
    return one("Reshape", tensor, shape);
  }

  /** The tensor without dimensions of size 1: without these, or without all if none is given. */
  public Output squeeze(Operand input, long... axes) {
    return node("Squeeze", input).attr("squeeze_dims", AttrValue.ofInts(axes)).build().output(0);
  }

  /** The tensor with one more dimension, of size 1, at {@code axis}; -1 means at the end. */
  public Output expandDims(Operand input, Operand axis) {
    return one("ExpandDims", input, axis);
  }

  /** The tensor with its dimensions in another order. */
  public Output transpose(Operand x, Operand perm) {
    return one("Transpose", x, perm);
  }

  /** The tensor with its dimensions in another order and complex numbers conjugated. */
  public Output conjugateTranspose(Operand x, Operand perm) {
    return one("ConjugateTranspose", x, perm);
  }

  /** Tensors joined along a dimension; all other sizes must be equal. */
  public Output concat(List<? extends Operand> values, Operand axis) {
    return scope.node("ConcatV2").inputList(values).input(axis).build().output(0);
  }

  /** The same as {@link #concat}, in the form of graphs of the first TensorFlow. */
  public Output concatV1(Operand concatDim, List<? extends Operand> values) {
    return scope.node("Concat").input(concatDim).inputList(values).build().output(0);
  }

  /** Where each of several shapes starts in what joining along a dimension makes of them. */
  public List<Output> concatOffset(Operand concatDim, List<? extends Operand> shapes) {
    return outputs(scope.node("ConcatOffset").input(concatDim).inputList(shapes).build());
  }

  /** A tensor cut into equal parts along a dimension. */
  public List<Output> split(Operand axis, Operand value, long numSplit) {
    return outputs(node("Split", axis, value).attr("num_split", numSplit).build());
  }

  /** A tensor cut into {@code numSplit} parts of the given sizes along a dimension. */
  public List<Output> splitV(Operand value, Operand sizeSplits, Operand axis, long numSplit) {
    return outputs(node("SplitV", value, sizeSplits, axis).attr("num_split", numSplit).build());
  }

  /** Tensors of the same shape stacked along a new first dimension. */
  public Output stack(List<? extends Operand> values) {
    return stack(values, 0);
  }

  /** Tensors of the same shape stacked along a new dimension. */
  public Output stack(List<? extends Operand> values, long axis) {
    return scope.node("Pack").inputList(values).attr("axis", axis).build().output(0);
  }

  /** The {@code num} slices of a tensor along its first dimension. */
  public List<Output> unstack(Operand value, long num) {
    return unstack(value, num, 0);
  }

  /** The {@code num} slices of a tensor along a dimension, which they do not have. */
  public List<Output> unstack(Operand value, long num, long axis) {
    return outputs(node("Unpack", value).attr("num", num).attr("axis", axis).build());
  }

  /** The part that starts at {@code begin} and has these sizes; -1 means all that is left. */
  public Output slice(Operand input, Operand begin, Operand size) {
    return one("Slice", input, begin, size);
  }

  /** Every {@code strides}-th position from {@code begin} up to {@code end}. */
  public Output stridedSlice(Operand input, Operand begin, Operand end, Operand strides) {
    return stridedSlice(input, begin, end, strides, SliceMasks.NONE);
  }

  /** Every {@code strides}-th position from {@code begin} up to {@code end}, with masks. */
  public Output stridedSlice(
      Operand input, Operand begin, Operand end, Operand strides, SliceMasks masks) {
    return masks.on(node("StridedSlice", input, begin, end, strides)).build().output(0);
  }

  /** Zeros of a shape, with {@code dy} where a strided slice would have taken its elements. */
  public Output stridedSliceGrad(
      Operand shape, Operand begin, Operand end, Operand strides, Operand dy, SliceMasks masks) {
    return masks.on(node("StridedSliceGrad", shape, begin, end, strides, dy)).build().output(0);
  }

  /** A tensor with the elements that a strided slice would take replaced. */
  public Output tensorStridedSliceUpdate(
      Operand input, Operand begin, Operand end, Operand strides, Operand value, SliceMasks masks) {
    return masks
        .on(node("TensorStridedSliceUpdate", input, begin, end, strides, value))
        .build()
        .output(0);
  }

  /** A tensor repeated {@code multiples[d]} times along each dimension d. */
  public Output tile(Operand input, Operand multiples) {
    return one("Tile", input, multiples);
  }

  /** A tensor with zeros before and after; paddings has two numbers for each dimension. */
  public Output pad(Operand input, Operand paddings) {
    return one("Pad", input, paddings);
  }

  /** A tensor with a value before and after; paddings has two numbers for each dimension. */
  public Output pad(Operand input, Operand paddings, Operand constantValues) {
    return one("PadV2", input, paddings, constantValues);
  }

  /** A tensor continued by mirror images: mode is {@code REFLECT} or {@code SYMMETRIC}. */
  public Output mirrorPad(Operand input, Operand paddings, String mode) {
    return node("MirrorPad", input, paddings).attr("mode", mode).build().output(0);
  }

  /** The gradient of {@link #mirrorPad}: mirror images folded back and added up. */
  public Output mirrorPadGrad(Operand input, Operand paddings, String mode) {
    return node("MirrorPadGrad", input, paddings).attr("mode", mode).build().output(0);
  }

  /** A tensor of a shape whose elements are all the same. */
  public Output fill(Operand dims, Operand value) {
    return one("Fill", dims, value);
  }

  /** A tensor of a shape with any values, or with zeros. */
  public Output empty(Operand shape, DType dtype, boolean init) {
    return node("Empty", shape).attr("dtype", dtype).attr("init", init).build().output(0);
  }

  /** Zeros, false or empty strings in the shape of a tensor. */
  public Output zerosLike(Operand x) {
    return one("ZerosLike", x);
  }

  /** Ones, or true, in the shape of a tensor. */
  public Output onesLike(Operand x) {
    return one("OnesLike", x);
  }

  /** {@code start, start + delta, …} up to but without {@code limit}. */
  public Output range(Operand start, Operand limit, Operand delta) {
    return one("Range", start, limit, delta);
  }

  /** {@code num} numbers at equal distances from {@code start} to {@code stop}. */
  public Output linSpace(Operand start, Operand stop, Operand num) {
    return one("LinSpace", start, stop, num);
  }

  /** A tensor with the dimensions that {@code axis} names running backwards. */
  public Output reverse(Operand tensor, Operand axis) {
    return one("ReverseV2", tensor, axis);
  }

  /** A tensor with the dimensions for which {@code dims} is true running backwards. */
  public Output reverseV1(Operand tensor, Operand dims) {
    return one("Reverse", tensor, dims);
  }

  /** A tensor in which the first positions of each sequence of a batch run backwards. */
  public Output reverseSequence(Operand input, Operand seqLengths, long seqDim, long batchDim) {
    return node("ReverseSequence", input, seqLengths)
        .attr("seq_dim", seqDim)
        .attr("batch_dim", batchDim)
        .build()
        .output(0);
  }

  /** A tensor with everything moved forward along {@code axis}, round and round. */
  public Output roll(Operand input, Operand shift, Operand axis) {
    return one("Roll", input, shift, axis);
  }

  /** A tensor stretched to a shape: sizes are aligned at the right, those of 1 repeat. */
  public Output broadcastTo(Operand input, Operand shape) {
    return one("BroadcastTo", input, shape);
  }

  /** The shape that two shapes broadcast to. */
  public Output broadcastDynamicShape(Operand s0, Operand s1) {
    return one("BroadcastArgs", s0, s1);
  }

  /** The dimensions to sum a gradient over for each operand of a broadcast, given their shapes. */
  public ReductionAxes broadcastGradientArgs(Operand s0, Operand s1) {
    Node node = node("BroadcastGradientArgs", s0, s1).build();
    return new ReductionAxes(node.output(0), node.output(1));
  }

  /** The dimensions to sum over, for the first and for the second operand. */
  public record ReductionAxes(Output r0, Output r1) {}

  /** Images cut into padded squares, positions within a square moved to the batch. */
  public Output spaceToBatch(Operand input, Operand paddings, long blockSize) {
    return node("SpaceToBatch", input, paddings).attr("block_size", blockSize).build().output(0);
  }

  /** A padded tensor cut into blocks, positions within a block moved to the batch. */
  public Output spaceToBatchNd(Operand input, Operand blockShape, Operand paddings) {
    return one("SpaceToBatchND", input, blockShape, paddings);
  }

  /** Batch positions moved back into squares of images, which are then cropped. */
  public Output batchToSpace(Operand input, Operand crops, long blockSize) {
    return node("BatchToSpace", input, crops).attr("block_size", blockSize).build().output(0);
  }

  /** Batch positions moved back into blocks of a tensor, which is then cropped. */
  public Output batchToSpaceNd(Operand input, Operand blockShape, Operand crops) {
    return one("BatchToSpaceND", input, blockShape, crops);
  }

  /** Images (NHWC) cut into squares, positions within a square moved to the depth. */
  public Output spaceToDepth(Operand input, long blockSize) {
    return node("SpaceToDepth", input).attr("block_size", blockSize).build().output(0);
  }

  /** Images (NHWC) whose groups of channels are spread over squares. */
  public Output depthToSpace(Operand input, long blockSize) {
    return node("DepthToSpace", input).attr("block_size", blockSize).build().output(0);
  }

  /**
   * The patches of images (NHWC) under a sliding window, as depth.
   *
   * @param sizes of the window: four entries, the first and the last of them 1, as in those below
   * @param strides how far the window moves
   * @param rates how far apart the positions are that it sees
   * @param padding {@code SAME} or {@code VALID}
   */
  public Output extractImagePatches(
      Operand images, long[] sizes, long[] strides, long[] rates, String padding) {
    return node("ExtractImagePatches", images)
        .attr("ksizes", AttrValue.ofInts(sizes))
        .attr("strides", AttrValue.ofInts(strides))
        .attr("rates", AttrValue.ofInts(rates))
        .attr("padding", padding)
        .build()
        .output(0);
  }

  /** The tensor as it is at this point. */
  public Output snapshot(Operand input) {
    return one("Snapshot", input);
  }

  /** The tensor, with the promise that it never changes. */
  public Output guaranteeConst(Operand input) {
    return one("GuaranteeConst", input);
  }
}

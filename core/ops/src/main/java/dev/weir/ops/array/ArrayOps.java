package dev.weir.ops.array;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import java.util.List;

/**
 * Builds nodes: shapes, slices, joins and rearrangements; elements gathered, scattered and found by
 * index; diagonals.
 *
 * <p>Sizes, axes and permutations may be plain numbers:
 *
 * {@snippet :
 * Output rows = ops.array.reshape(images, -1, 784);
 * Output channelsFirst = ops.array.transpose(images, 0, 3, 1, 2);
 * }
 */
public final class ArrayOps extends ShapeMethods {
  public ArrayOps(Scope scope) {
    super(scope);
  }

  /** The different elements, and for each element its position among them. */
  public record Distinct(Output y, Output idx) {}

  /**
   * The different elements, for each element its position among them, and how often each occurs.
   */
  public record DistinctWithCounts(Output y, Output idx, Output count) {}

  /** What is in one vector and not in another, and where in the first it is. */
  public record SetDifference(Output out, Output idx) {}

  /** A sparse tensor: where its values are, the values, and its shape. */
  public record SparseParts(Operand indices, Operand values, Operand shape) {}

  /** Tensors joined along a dimension; all other sizes must be equal. */
  public Output concat(List<? extends Operand> values, Operand axis) {
    return node("ConcatV2").inputList(values).input(axis).build().output(0);
  }

  /** Tensors joined along a dimension; all other sizes must be equal. */
  public Output concat(List<? extends Operand> values, int axis) {
    Call call = call("ConcatV2");
    return call.node().inputList(values).input(call.scalar("axis", axis)).build().output(0);
  }

  /** Tensors joined along a dimension; all other sizes must be equal. */
  public Output concat(int axis, Operand... values) {
    return concat(List.of(values), axis);
  }

  /** A tensor cut into equal parts along a dimension. */
  public List<Output> split(Operand axis, Operand value, long numSplit) {
    return outputs(node("Split", axis, value).attr("num_split", numSplit).build());
  }

  /** A tensor cut into {@code numSplit} equal parts along a dimension. */
  public List<Output> split(int axis, Operand value, long numSplit) {
    Call call = call("Split");
    return outputs(call.node(call.scalar("axis", axis), value).attr("num_split", numSplit).build());
  }

  /** A tensor cut into {@code numSplit} parts of the given sizes along a dimension. */
  public List<Output> splitV(Operand value, Operand sizeSplits, Operand axis, long numSplit) {
    return outputs(node("SplitV", value, sizeSplits, axis).attr("num_split", numSplit).build());
  }

  /** A tensor cut into parts of the given sizes along a dimension; one may be -1. */
  public List<Output> splitV(Operand value, long[] sizes, int axis) {
    Call call = call("SplitV");
    return outputs(
        call.node(value, call.sizes("size_splits", sizes), call.scalar("axis", axis))
            .attr("num_split", sizes.length)
            .build());
  }

  /** Tensors of the same shape stacked along a new first dimension. */
  public Output stack(List<? extends Operand> values) {
    return stack(values, 0);
  }

  /** Tensors of the same shape stacked along a new dimension. */
  public Output stack(List<? extends Operand> values, long axis) {
    return node("Pack").inputList(values).attr("axis", axis).build().output(0);
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
    return op("Slice", input, begin, size);
  }

  /** The part that starts at {@code begin} and has these sizes; -1 means all that is left. */
  public Output slice(Operand input, long[] begin, long[] size) {
    Call call = call("Slice");
    boolean narrow = Call.fitInt(begin) && Call.fitInt(size);
    return call.output(input, call.sizes("begin", narrow, begin), call.sizes("size", narrow, size));
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

  /** Every {@code strides}-th position from {@code begin} up to {@code end}. */
  public Output stridedSlice(Operand input, long[] begin, long[] end, long[] strides) {
    return stridedSlice(input, begin, end, strides, SliceMasks.NONE);
  }

  /** Every {@code strides}-th position from {@code begin} up to {@code end}, with masks. */
  public Output stridedSlice(
      Operand input, long[] begin, long[] end, long[] strides, SliceMasks masks) {
    Call call = call("StridedSlice");
    boolean narrow = Call.fitInt(begin) && Call.fitInt(end) && Call.fitInt(strides);
    return masks
        .on(
            call.node(
                input,
                call.sizes("begin", narrow, begin),
                call.sizes("end", narrow, end),
                call.sizes("strides", narrow, strides)))
        .build()
        .output(0);
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
    return op("Tile", input, multiples);
  }

  /** A tensor repeated {@code multiples[d]} times along each dimension d. */
  public Output tile(Operand input, long... multiples) {
    Call call = call("Tile");
    return call.output(input, call.sizes("multiples", multiples));
  }

  /** A tensor with zeros before and after; paddings has two numbers for each dimension. */
  public Output pad(Operand input, Operand paddings) {
    return op("Pad", input, paddings);
  }

  /** A tensor with a value before and after; paddings has two numbers for each dimension. */
  public Output pad(Operand input, Operand paddings, Operand constantValues) {
    return op("PadV2", input, paddings, constantValues);
  }

  /** A tensor with zeros before and after; {@code paddings[d]} is how many along dimension d. */
  public Output pad(Operand input, int[][] paddings) {
    Call call = call("Pad");
    return call.output(input, call.pairs("paddings", paddings));
  }

  /** A tensor with a number before and after; {@code paddings[d]} is how many along dimension d. */
  public Output pad(Operand input, int[][] paddings, double constantValue) {
    Call call = call("PadV2");
    return call.output(
        input,
        call.pairs("paddings", paddings),
        call.number("constant_values", constantValue, input));
  }

  /** A tensor continued by mirror images: mode is {@code REFLECT} or {@code SYMMETRIC}. */
  public Output mirrorPad(Operand input, Operand paddings, String mode) {
    return node("MirrorPad", input, paddings).attr("mode", mode).build().output(0);
  }

  /** A tensor continued by mirror images; {@code paddings[d]} is how far along dimension d. */
  public Output mirrorPad(Operand input, int[][] paddings, String mode) {
    Call call = call("MirrorPad");
    return call.node(input, call.pairs("paddings", paddings)).attr("mode", mode).build().output(0);
  }

  /** A tensor with the dimensions that {@code axis} names running backwards. */
  public Output reverse(Operand tensor, Operand axis) {
    return op("ReverseV2", tensor, axis);
  }

  /** A tensor with these dimensions running backwards. */
  public Output reverse(Operand tensor, int... axes) {
    Call call = call("ReverseV2");
    return call.output(tensor, call.ints("axis", axes));
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
    return op("Roll", input, shift, axis);
  }

  /** A tensor with everything moved forward along a dimension by {@code shift}, round and round. */
  public Output roll(Operand input, int shift, int axis) {
    Call call = call("Roll");
    return call.output(input, call.scalar("shift", shift), call.scalar("axis", axis));
  }

  /** A padded tensor cut into blocks, positions within a block moved to the batch. */
  public Output spaceToBatchNd(Operand input, Operand blockShape, Operand paddings) {
    return op("SpaceToBatchND", input, blockShape, paddings);
  }

  /**
   * A padded tensor cut into blocks of these sizes, positions within a block moved to the batch.
   */
  public Output spaceToBatchNd(Operand input, int[] blockShape, int[][] paddings) {
    Call call = call("SpaceToBatchND");
    return call.output(
        input, call.ints("block_shape", blockShape), call.pairs("paddings", paddings));
  }

  /** Batch positions moved back into blocks of a tensor, which is then cropped. */
  public Output batchToSpaceNd(Operand input, Operand blockShape, Operand crops) {
    return op("BatchToSpaceND", input, blockShape, crops);
  }

  /** Batch positions moved back into blocks of these sizes, cropped afterwards. */
  public Output batchToSpaceNd(Operand input, int[] blockShape, int[][] crops) {
    Call call = call("BatchToSpaceND");
    return call.output(input, call.ints("block_shape", blockShape), call.pairs("crops", crops));
  }
}

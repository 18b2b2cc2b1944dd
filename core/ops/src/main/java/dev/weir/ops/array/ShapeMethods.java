package dev.weir.ops.array;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.Scalars;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.stream.IntStream;

/** Methods of {@link ArrayOps}: shapes, orders of dimensions, and new tensors. */
abstract class ShapeMethods extends IndexMethods {
  ShapeMethods(Scope scope) {
    super(scope);
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
    return outputs(node("ShapeN").inputList(input).attr("out_type", outType).build());
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
    return op("Rank", input);
  }

  /**
   * The elements in another shape, an integer vector; one size may be -1 and follows from the
   * others.
   */
  public Output reshape(Operand tensor, Operand shape) {
    return op("Reshape", tensor, shape);
  }

  /** The elements in a shape of these sizes; one may be -1 and follows from the others. */
  public Output reshape(Operand tensor, long... shape) {
    Call call = call("Reshape");
    return call.output(tensor, call.sizes("shape", shape));
  }

  /** The elements in a shape; at most one size may be unknown and follows from the others. */
  public Output reshape(Operand tensor, Shape shape) {
    return reshape(tensor, shape.sizes());
  }

  /** The tensor without dimensions of size 1: without these, or without all if none is given. */
  public Output squeeze(Operand input, long... axes) {
    return node("Squeeze", input).attr("squeeze_dims", AttrValue.ofInts(axes)).build().output(0);
  }

  /** The tensor with one more dimension, of size 1, at {@code axis}; -1 means at the end. */
  public Output expandDims(Operand input, Operand axis) {
    return op("ExpandDims", input, axis);
  }

  /** The tensor with one more dimension, of size 1, at {@code axis}; -1 means at the end. */
  public Output expandDims(Operand input, int axis) {
    Call call = call("ExpandDims");
    return call.output(input, call.scalar("axis", axis));
  }

  /** The tensor with its dimensions in another order. */
  public Output transpose(Operand x, Operand perm) {
    return op("Transpose", x, perm);
  }

  /** The tensor with its dimensions in another order, reversed if none is given. */
  public Output transpose(Operand x, int... perm) {
    return permuted("Transpose", x, perm);
  }

  /** The tensor with its dimensions in another order and complex numbers conjugated. */
  public Output conjugateTranspose(Operand x, Operand perm) {
    return op("ConjugateTranspose", x, perm);
  }

  /**
   * The tensor with its dimensions in another order, reversed if none is given; complex numbers are
   * conjugated.
   */
  public Output conjugateTranspose(Operand x, int... perm) {
    return permuted("ConjugateTranspose", x, perm);
  }

  private Output permuted(String op, Operand x, int[] perm) {
    Call call = call(op);
    return call.output(x, perm.length == 0 ? reversedDims(call, x) : call.ints("perm", perm));
  }

  private static Output reversedDims(Call call, Operand x) {
    if (x.shape().hasRank()) {
      int rank = x.shape().rank();
      return call.ints("perm", IntStream.range(0, rank).map(d -> rank - 1 - d).toArray());
    }
    Output rank = call.computed("rank", "Rank", x);
    Output minusOne = call.scalar("minus_one", -1);
    Output last = call.computed("last", "AddV2", rank, minusOne);
    return call.computed("perm", "Range", last, minusOne, minusOne);
  }

  /** A tensor of a shape whose elements are all the same. */
  public Output fill(Operand dims, Operand value) {
    return op("Fill", dims, value);
  }

  /** A tensor of a fully known shape whose elements are all the same. */
  public Output fill(Shape dims, Operand value) {
    Call call = call("Fill");
    return call.output(call.sizes("dims", dims), value);
  }

  /** A tensor of a fully known shape whose elements are all this number. */
  public Output fill(Shape dims, double value, DType dtype) {
    Call call = call("Fill");
    Output number = call.constant("value", Scalars.of(value, dtype));
    return call.output(call.sizes("dims", dims), number);
  }

  /** Zeros of a fully known shape. */
  public Output zeros(Shape dims, DType dtype) {
    return fill(dims, 0, dtype);
  }

  /** Ones of a fully known shape. */
  public Output ones(Shape dims, DType dtype) {
    return fill(dims, 1, dtype);
  }

  /** A tensor of a shape with any values, or with zeros. */
  public Output empty(Operand shape, DType dtype, boolean init) {
    return node("Empty", shape).attr("dtype", dtype).attr("init", init).build().output(0);
  }

  /** A tensor of a fully known shape with any values, or with zeros. */
  public Output empty(Shape shape, DType dtype, boolean init) {
    Call call = call("Empty");
    return call.node(call.sizes("shape", shape))
        .attr("dtype", dtype)
        .attr("init", init)
        .build()
        .output(0);
  }

  /** Zeros, false or empty strings in the shape of a tensor. */
  public Output zerosLike(Operand x) {
    return op("ZerosLike", x);
  }

  /** Ones, or true, in the shape of a tensor. */
  public Output onesLike(Operand x) {
    return op("OnesLike", x);
  }

  /** {@code start, start + delta, …} up to but without {@code limit}. */
  public Output range(Operand start, Operand limit, Operand delta) {
    return op("Range", start, limit, delta);
  }

  /** {@code start, start + delta, …} up to but without {@code limit}, as int32. */
  public Output range(int start, int limit, int delta) {
    Call call = call("Range");
    return call.output(
        call.scalar("start", start), call.scalar("limit", limit), call.scalar("delta", delta));
  }

  /** {@code start, start + delta, …} up to but without {@code limit}, in its element type. */
  public Output range(int start, Operand limit, int delta) {
    Call call = call("Range");
    return call.output(
        call.number("start", start, limit), limit, call.number("delta", delta, limit));
  }

  /** {@code 0, 1, …} up to but without {@code limit}, as int32. */
  public Output range(int limit) {
    return range(0, limit, 1);
  }

  /** {@code num} numbers at equal distances from {@code start} to {@code stop}. */
  public Output linSpace(Operand start, Operand stop, Operand num) {
    return op("LinSpace", start, stop, num);
  }

  /**
   * {@code num} numbers of a floating type at equal distances from {@code start} to {@code stop}.
   */
  public Output linSpace(double start, double stop, int num, DType dtype) {
    Call call = call("LinSpace");
    return call.output(
        call.constant("start", Scalars.of(start, dtype)),
        call.constant("stop", Scalars.of(stop, dtype)),
        call.scalar("num", num));
  }

  /** A tensor stretched to a shape: sizes are aligned at the right, those of 1 repeat. */
  public Output broadcastTo(Operand input, Operand shape) {
    return op("BroadcastTo", input, shape);
  }

  /** A tensor stretched to a fully known shape. */
  public Output broadcastTo(Operand input, Shape shape) {
    Call call = call("BroadcastTo");
    return call.output(input, call.sizes("shape", shape));
  }

  /** The shape that two shapes broadcast to. */
  public Output broadcastDynamicShape(Operand s0, Operand s1) {
    return op("BroadcastArgs", s0, s1);
  }

  /** The tensor as it is at this point. */
  public Output snapshot(Operand input) {
    return op("Snapshot", input);
  }

  /** The tensor, with the promise that it never changes. */
  public Output guaranteeConst(Operand input) {
    return op("GuaranteeConst", input);
  }
}

package dev.weir.ops.support;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ops that gradients, and compositions of ops, are written in. Op files may not use the facade
 * of another group, so what most gradients need is here; {@link #op} and {@link #node} build the
 * rest by name.
 */
public final class GradientOps {
  private final Scope scope;

  private GradientOps(Scope scope) {
    this.scope = scope;
  }

  /** Builds where a gradient is built. */
  public static GradientOps of(GradientContext context) {
    return new GradientOps(context.scope());
  }

  /** Builds in a scope. */
  public static GradientOps in(Scope scope) {
    return new GradientOps(scope);
  }

  /** Starts any node. */
  public NodeBuilder node(String op) {
    return scope.node(op);
  }

  /** The first output of a node with these inputs and no attributes but those that follow. */
  public Output op(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder.build().output(0);
  }

  /** A tensor that is always the same. */
  public Output constant(Tensor value) {
    return scope
        .node("Const")
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .build()
        .output(0);
  }

  /** A number as a scalar of an operand's element type. */
  public Output scalar(double value, Operand like) {
    return scalar(value, like.dtype());
  }

  /** A number as a scalar. */
  public Output scalar(double value, DType dtype) {
    return constant(Scalars.of(value, dtype));
  }

  /** An int32 vector: axes, sizes. */
  public Output ints(int... values) {
    return constant(Tensors.vector(values));
  }

  public Output add(Operand x, Operand y) {
    return op("AddV2", x, y);
  }

  public Output sub(Operand x, Operand y) {
    return op("Sub", x, y);
  }

  public Output mul(Operand x, Operand y) {
    return op("Mul", x, y);
  }

  /** A number times an operand. */
  public Output mul(double factor, Operand x) {
    return mul(scalar(factor, x), x);
  }

  public Output div(Operand x, Operand y) {
    return op("RealDiv", x, y);
  }

  public Output neg(Operand x) {
    return op("Neg", x);
  }

  public Output square(Operand x) {
    return op("Square", x);
  }

  public Output sqrt(Operand x) {
    return op("Sqrt", x);
  }

  public Output reciprocal(Operand x) {
    return op("Reciprocal", x);
  }

  /** The conjugate; real numbers are their own. */
  public Output conj(Operand x) {
    return x.dtype().isComplex() ? op("Conj", x) : x.asOutput();
  }

  /** The real part; real numbers are their own. */
  public Output real(Operand x) {
    return x.dtype().isComplex() ? part("Real", x) : x.asOutput();
  }

  /** The imaginary part of complex numbers. */
  public Output imaginary(Operand x) {
    return part("Imag", x);
  }

  /** Complex numbers of their parts. */
  public Output complex(Operand real, Operand imaginary) {
    DType dtype = real.dtype() == DType.FLOAT64 ? DType.COMPLEX128 : DType.COMPLEX64;
    return scope.node("Complex").input(real).input(imaginary).attr("Tout", dtype).build().output(0);
  }

  private Output part(String op, Operand x) {
    return scope.node(op).input(x).attr("Tout", x.dtype().realPart()).build().output(0);
  }

  /** The operand in another element type; itself if it has it already. */
  public Output cast(Operand x, DType dtype) {
    return x.dtype() == dtype
        ? x.asOutput()
        : scope.node("Cast").input(x).attr("DstT", dtype).build().output(0);
  }

  /** {@code x} where a condition holds, {@code y} elsewhere, broadcasting. */
  public Output select(Operand condition, Operand x, Operand y) {
    return op("SelectV2", condition, x, y);
  }

  public Output zerosLike(Operand x) {
    return op("ZerosLike", x);
  }

  public Output onesLike(Operand x) {
    return op("OnesLike", x);
  }

  /** The shape as an int32 vector; a constant if it is known. */
  public Output shape(Operand x) {
    Shape known = x.shape();
    return known.isFullyKnown() && !anyBeyondInt(known) ? sizes(known) : op("Shape", x);
  }

  /** The sizes of a known shape as an int32 vector. */
  public Output sizes(Shape known) {
    int[] sizes = new int[known.rank()];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Math.toIntExact(known.size(d));
    }
    return ints(sizes);
  }

  private static boolean anyBeyondInt(Shape shape) {
    for (int d = 0; d < shape.rank(); d++) {
      if (shape.size(d) > Integer.MAX_VALUE) {
        return true;
      }
    }
    return false;
  }

  /** The elements in another shape, given as an integer vector. */
  public Output reshape(Operand x, Operand shape) {
    return op("Reshape", x, shape);
  }

  /** The elements in the shape of another operand; itself if it is known to have it. */
  public Output reshapeLike(Operand x, Operand like) {
    boolean same = x.shape().isFullyKnown() && x.shape().equals(like.shape());
    return same ? x.asOutput() : reshape(x, shape(like));
  }

  /** The sum along axes, an integer vector. */
  public Output sum(Operand x, Operand axes, boolean keepDims) {
    return scope.node("Sum").input(x).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The sum of all elements. */
  public Output sumAll(Operand x) {
    if (x.shape().hasRank()) {
      return sum(x, ints(IntStream.range(0, x.shape().rank()).toArray()), false);
    }
    Output rank = op("Rank", x);
    return sum(x, op("Range", scalar(0, DType.INT32), rank, scalar(1, DType.INT32)), false);
  }

  /** Vectors one after the other. */
  public Output join(Operand... vectors) {
    return scope
        .node("ConcatV2")
        .inputList(List.of(vectors))
        .input(scalar(0, DType.INT32))
        .build()
        .output(0);
  }

  /**
   * Undoes broadcasting: sums a gradient over the dimensions along which an operand was stretched,
   * and gives it the operand's shape.
   */
  public Output sumTo(Operand gradient, Operand like) {
    Shape from = gradient.shape();
    Shape to = like.shape();
    if (from.isFullyKnown() && from.equals(to)) {
      return gradient.asOutput();
    }
    if (from.isFullyKnown() && to.isFullyKnown()) {
      return reshapeLike(sum(gradient, ints(stretched(from, to)), false), like);
    }
    return sumToShape(gradient, shape(like));
  }

  /** Undoes broadcasting as {@link #sumTo}, to a shape given as an int32 vector. */
  public Output sumToShape(Operand gradient, Operand shape) {
    Output axes =
        scope.node("BroadcastGradientArgs").input(shape).input(shape(gradient)).build().output(0);
    return reshape(sum(gradient, axes, false), shape);
  }

  private static int[] stretched(Shape from, Shape to) {
    List<Integer> axes = new ArrayList<>();
    int missing = from.rank() - to.rank();
    for (int d = 0; d < from.rank(); d++) {
      if (d < missing || (to.size(d - missing) == 1 && from.size(d) != 1)) {
        axes.add(d);
      }
    }
    return axes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The product of two matrices, either transposed first. */
  public Output matMul(Operand a, Operand b, boolean transposeA, boolean transposeB) {
    return scope
        .node("MatMul")
        .input(a)
        .input(b)
        .attr("transpose_a", transposeA)
        .attr("transpose_b", transposeB)
        .build()
        .output(0);
  }

  /** The rows, or what else lies along the first dimension, that indices pick. */
  public Output gather(Operand from, Operand indices) {
    return op("GatherV2", from, indices, scalar(0, DType.INT32));
  }

  /** Operands one after the other, along the first dimension. */
  public Output concat(Operand... parts) {
    return scope
        .node("ConcatV2")
        .inputList(List.of(parts))
        .input(scalar(0, DType.INT32))
        .build()
        .output(0);
  }

  /** An operand with dimensions of size 1 at the end, so many that it has the rank of another. */
  public Output padRank(Operand x, Operand like) {
    int rank = x.shape().rank();
    int wanted = like.shape().rank();
    if (x.shape().hasRank() && like.shape().hasRank() && (rank == wanted || rank == 1)) {
      int[] sizes = new int[wanted];
      Arrays.fill(sizes, 1);
      sizes[0] = -1;
      return rank == wanted ? x.asOutput() : reshape(x, ints(sizes));
    }
    Output missing = sub(op("Rank", like), op("Rank", x));
    Output ones = op("Fill", reshape(missing, ints(1)), scalar(1, DType.INT32));
    return reshape(x, concat(shape(x), ones));
  }

  /** The products of the matrices of two stacks, either transposed and conjugated first. */
  public Output batchMatMul(Operand a, Operand b, boolean adjointA, boolean adjointB) {
    return scope
        .node("BatchMatMulV2")
        .input(a)
        .input(b)
        .attr("adj_x", adjointA)
        .attr("adj_y", adjointB)
        .build()
        .output(0);
  }
}

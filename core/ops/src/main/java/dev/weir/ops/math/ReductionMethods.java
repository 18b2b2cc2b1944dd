package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.tensor.DType;
import java.util.stream.IntStream;

/** Methods of {@link MathOps}: reductions along axes, running totals, and counting. */
abstract class ReductionMethods extends SpecialMethods {
  ReductionMethods(Scope scope) {
    super(scope);
  }

  /** The sum along axes, an integer scalar or vector. */
  public Output sum(Operand input, Operand axes) {
    return op("Sum", input, axes);
  }

  /** The sum along axes; {@code keepDims} leaves them with size 1. */
  public Output sum(Operand input, Operand axes, boolean keepDims) {
    return node("Sum", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The sum along axes, or along all if none is given. */
  public Output sum(Operand input, int... axes) {
    return along("Sum", input, axes, false);
  }

  /**
   * The sum along axes, or along all if there are none; {@code keepDims} leaves them with size 1.
   */
  public Output sum(Operand input, int[] axes, boolean keepDims) {
    return along("Sum", input, axes, keepDims);
  }

  /** The product along axes, an integer scalar or vector. */
  public Output prod(Operand input, Operand axes) {
    return op("Prod", input, axes);
  }

  /** The product along axes; {@code keepDims} leaves them with size 1. */
  public Output prod(Operand input, Operand axes, boolean keepDims) {
    return node("Prod", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The product along axes, or along all if none is given. */
  public Output prod(Operand input, int... axes) {
    return along("Prod", input, axes, false);
  }

  /**
   * The product along axes, or along all if there are none; {@code keepDims} leaves them with size
   * 1.
   */
  public Output prod(Operand input, int[] axes, boolean keepDims) {
    return along("Prod", input, axes, keepDims);
  }

  /**
   * The mean along axes, an integer scalar or vector; NaN for no elements. Integers are divided
   * toward zero.
   */
  public Output mean(Operand input, Operand axes) {
    return op("Mean", input, axes);
  }

  /**
   * The mean along axes; {@code keepDims} leaves them with size 1; NaN for no elements. Integers
   * are divided toward zero.
   */
  public Output mean(Operand input, Operand axes, boolean keepDims) {
    return node("Mean", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /**
   * The mean along axes, or along all if none is given; NaN for no elements. Integers are divided
   * toward zero.
   */
  public Output mean(Operand input, int... axes) {
    return along("Mean", input, axes, false);
  }

  /**
   * The mean along axes, or along all if there are none; {@code keepDims} leaves them with size 1;
   * NaN for no elements. Integers are divided toward zero.
   */
  public Output mean(Operand input, int[] axes, boolean keepDims) {
    return along("Mean", input, axes, keepDims);
  }

  /** The greatest elements along axes, an integer scalar or vector; -∞ for no elements. */
  public Output max(Operand input, Operand axes) {
    return op("Max", input, axes);
  }

  /**
   * The greatest elements along axes; {@code keepDims} leaves them with size 1; -∞ for no elements.
   */
  public Output max(Operand input, Operand axes, boolean keepDims) {
    return node("Max", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The greatest elements along axes, or along all if none is given; -∞ for no elements. */
  public Output max(Operand input, int... axes) {
    return along("Max", input, axes, false);
  }

  /**
   * The greatest elements along axes, or along all if there are none; {@code keepDims} leaves them
   * with size 1; -∞ for no elements.
   */
  public Output max(Operand input, int[] axes, boolean keepDims) {
    return along("Max", input, axes, keepDims);
  }

  /** The least elements along axes, an integer scalar or vector; ∞ for no elements. */
  public Output min(Operand input, Operand axes) {
    return op("Min", input, axes);
  }

  /** The least elements along axes; {@code keepDims} leaves them with size 1; ∞ for no elements. */
  public Output min(Operand input, Operand axes, boolean keepDims) {
    return node("Min", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The least elements along axes, or along all if none is given; ∞ for no elements. */
  public Output min(Operand input, int... axes) {
    return along("Min", input, axes, false);
  }

  /**
   * The least elements along axes, or along all if there are none; {@code keepDims} leaves them
   * with size 1; ∞ for no elements.
   */
  public Output min(Operand input, int[] axes, boolean keepDims) {
    return along("Min", input, axes, keepDims);
  }

  /** Whether all elements are true along axes, an integer scalar or vector. */
  public Output reduceAll(Operand input, Operand axes) {
    return op("All", input, axes);
  }

  /** Whether all elements are true along axes; {@code keepDims} leaves them with size 1. */
  public Output reduceAll(Operand input, Operand axes, boolean keepDims) {
    return node("All", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** Whether all elements are true along axes, or along all if none is given. */
  public Output reduceAll(Operand input, int... axes) {
    return along("All", input, axes, false);
  }

  /**
   * Whether all elements are true along axes, or along all if there are none; {@code keepDims}
   * leaves them with size 1.
   */
  public Output reduceAll(Operand input, int[] axes, boolean keepDims) {
    return along("All", input, axes, keepDims);
  }

  /** Whether any element is true along axes, an integer scalar or vector. */
  public Output reduceAny(Operand input, Operand axes) {
    return op("Any", input, axes);
  }

  /** Whether any element is true along axes; {@code keepDims} leaves them with size 1. */
  public Output reduceAny(Operand input, Operand axes, boolean keepDims) {
    return node("Any", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** Whether any element is true along axes, or along all if none is given. */
  public Output reduceAny(Operand input, int... axes) {
    return along("Any", input, axes, false);
  }

  /**
   * Whether any element is true along axes, or along all if there are none; {@code keepDims} leaves
   * them with size 1.
   */
  public Output reduceAny(Operand input, int[] axes, boolean keepDims) {
    return along("Any", input, axes, keepDims);
  }

  /** {@code √Σ|x|²} along axes, an integer scalar or vector. */
  public Output euclideanNorm(Operand input, Operand axes) {
    return op("EuclideanNorm", input, axes);
  }

  /** {@code √Σ|x|²} along axes; {@code keepDims} leaves them with size 1. */
  public Output euclideanNorm(Operand input, Operand axes, boolean keepDims) {
    return node("EuclideanNorm", input, axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** {@code √Σ|x|²} along axes, or along all if none is given. */
  public Output euclideanNorm(Operand input, int... axes) {
    return along("EuclideanNorm", input, axes, false);
  }

  /**
   * {@code √Σ|x|²} along axes, or along all if there are none; {@code keepDims} leaves them with
   * size 1.
   */
  public Output euclideanNorm(Operand input, int[] axes, boolean keepDims) {
    return along("EuclideanNorm", input, axes, keepDims);
  }

  private Output along(String op, Operand input, int[] axes, boolean keepDims) {
    Call call = call(op);
    return call.node(input, axes.length == 0 ? allAxes(call, input) : call.ints("axes", axes))
        .attr("keep_dims", keepDims)
        .build()
        .output(0);
  }

  private static Output allAxes(Call call, Operand input) {
    if (input.shape().hasRank()) {
      return call.ints("axes", IntStream.range(0, input.shape().rank()).toArray());
    }
    Output rank = call.computed("rank", "Rank", input);
    return call.computed("axes", "Range", call.scalar("start", 0), rank, call.scalar("delta", 1));
  }

  /** The position, as int64, of the first greatest element along an axis. */
  public Output argMax(Operand input, Operand axis) {
    return op("ArgMax", input, axis);
  }

  /** The position, in an integer type, of the first greatest element along an axis. */
  public Output argMax(Operand input, Operand axis, DType outputType) {
    return node("ArgMax", input, axis).attr("output_type", outputType).build().output(0);
  }

  /** The position, as int64, of the first greatest element along an axis. */
  public Output argMax(Operand input, int axis) {
    Call call = call("ArgMax");
    return call.output(input, call.scalar("axis", axis));
  }

  /** The position, in an integer type, of the first greatest element along an axis. */
  public Output argMax(Operand input, int axis, DType outputType) {
    Call call = call("ArgMax");
    return call.node(input, call.scalar("axis", axis))
        .attr("output_type", outputType)
        .build()
        .output(0);
  }

  /** The position, as int64, of the first least element along an axis. */
  public Output argMin(Operand input, Operand axis) {
    return op("ArgMin", input, axis);
  }

  /** The position, in an integer type, of the first least element along an axis. */
  public Output argMin(Operand input, Operand axis, DType outputType) {
    return node("ArgMin", input, axis).attr("output_type", outputType).build().output(0);
  }

  /** The position, as int64, of the first least element along an axis. */
  public Output argMin(Operand input, int axis) {
    Call call = call("ArgMin");
    return call.output(input, call.scalar("axis", axis));
  }

  /** The position, in an integer type, of the first least element along an axis. */
  public Output argMin(Operand input, int axis, DType outputType) {
    Call call = call("ArgMin");
    return call.node(input, call.scalar("axis", axis))
        .attr("output_type", outputType)
        .build()
        .output(0);
  }

  /** Running sums along an axis. */
  public Output cumsum(Operand x, Operand axis) {
    return op("Cumsum", x, axis);
  }

  /** Running sums along an axis; exclusive of the element itself, or from the end. */
  public Output cumsum(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return node("Cumsum", x, axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running sums along an axis. */
  public Output cumsum(Operand x, int axis) {
    Call call = call("Cumsum");
    return call.output(x, call.scalar("axis", axis));
  }

  /** Running sums along an axis; exclusive of the element itself, or from the end. */
  public Output cumsum(Operand x, int axis, boolean exclusive, boolean reverse) {
    Call call = call("Cumsum");
    return call.node(x, call.scalar("axis", axis))
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running products along an axis. */
  public Output cumprod(Operand x, Operand axis) {
    return op("Cumprod", x, axis);
  }

  /** Running products along an axis; exclusive of the element itself, or from the end. */
  public Output cumprod(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return node("Cumprod", x, axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running products along an axis. */
  public Output cumprod(Operand x, int axis) {
    Call call = call("Cumprod");
    return call.output(x, call.scalar("axis", axis));
  }

  /** Running products along an axis; exclusive of the element itself, or from the end. */
  public Output cumprod(Operand x, int axis, boolean exclusive, boolean reverse) {
    Call call = call("Cumprod");
    return call.node(x, call.scalar("axis", axis))
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running {@code log Σ exp(x)} along an axis. */
  public Output cumulativeLogsumexp(Operand x, Operand axis) {
    return op("CumulativeLogsumexp", x, axis);
  }

  /**
   * Running {@code log Σ exp(x)} along an axis; exclusive of the element itself, or from the end.
   */
  public Output cumulativeLogsumexp(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return node("CumulativeLogsumexp", x, axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running {@code log Σ exp(x)} along an axis. */
  public Output cumulativeLogsumexp(Operand x, int axis) {
    Call call = call("CumulativeLogsumexp");
    return call.output(x, call.scalar("axis", axis));
  }

  /**
   * Running {@code log Σ exp(x)} along an axis; exclusive of the element itself, or from the end.
   */
  public Output cumulativeLogsumexp(Operand x, int axis, boolean exclusive, boolean reverse) {
    Call call = call("CumulativeLogsumexp");
    return call.node(x, call.scalar("axis", axis))
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Counts the integers below {@code size}, or adds up their weights where those are not empty. */
  public Output bincount(Operand arr, Operand size, Operand weights) {
    return op("Bincount", arr, size, weights);
  }

  /** Counts, row by row, the integers below {@code size}, or adds up their weights. */
  public Output denseBincount(Operand input, Operand size, Operand weights) {
    return op("DenseBincount", input, size, weights);
  }

  /**
   * Counts, row by row, the integers below {@code size}; {@code binaryOutput} tells only which
   * occur.
   */
  public Output denseBincount(Operand input, Operand size, Operand weights, boolean binaryOutput) {
    return node("DenseBincount", input, size, weights)
        .attr("binary_output", binaryOutput)
        .build()
        .output(0);
  }

  /** Counts values in bins of equal width between two bounds. */
  public Output histogramFixedWidth(Operand values, Operand valueRange, Operand nbins) {
    return op("HistogramFixedWidth", values, valueRange, nbins);
  }

  /** Counts values, in an integer type, in bins of equal width between two bounds. */
  public Output histogramFixedWidth(
      Operand values, Operand valueRange, Operand nbins, DType dtype) {
    return node("HistogramFixedWidth", values, valueRange, nbins)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }
}

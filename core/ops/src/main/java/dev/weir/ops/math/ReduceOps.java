package dev.weir.ops.math;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.sparse.SparseOps;
import dev.weir.tensor.DType;

/**
 * Builds nodes: sums and other reductions along axes, running totals, softmax and its losses,
 * biases.
 */
public final class ReduceOps {
  /** Reductions of segments. */
  public final SegmentOps segments;

  /** Counting, ranking and telling apart. */
  public final CountingOps counting;

  /** Sparse tensors, given as indices, values and shape. */
  public final SparseOps sparse;

  private final Scope scope;

  public ReduceOps(Scope scope) {
    this.scope = scope;
    this.segments = new SegmentOps(scope);
    this.counting = new CountingOps(scope);
    this.sparse = new SparseOps(scope);
  }

  /** The loss of each row, and its gradient with respect to the logits. */
  public record CrossEntropy(Output loss, Output backprop) {}

  /** The sum along axes. */
  public Output sum(Operand input, Operand axes) {
    return scope.node("Sum").input(input).input(axes).build().output(0);
  }

  /** The sum along axes; {@code keepDims} leaves them with size 1. */
  public Output sum(Operand input, Operand axes, boolean keepDims) {
    return scope.node("Sum").input(input).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The product along axes. */
  public Output prod(Operand input, Operand axes) {
    return scope.node("Prod").input(input).input(axes).build().output(0);
  }

  /** The product along axes; {@code keepDims} leaves them with size 1. */
  public Output prod(Operand input, Operand axes, boolean keepDims) {
    return scope
        .node("Prod")
        .input(input)
        .input(axes)
        .attr("keep_dims", keepDims)
        .build()
        .output(0);
  }

  /** The mean along axes; NaN of nothing. Integers are divided toward zero. */
  public Output mean(Operand input, Operand axes) {
    return scope.node("Mean").input(input).input(axes).build().output(0);
  }

  /**
   * The mean along axes; NaN of nothing. Integers are divided toward zero; {@code keepDims} leaves
   * them with size 1.
   */
  public Output mean(Operand input, Operand axes, boolean keepDims) {
    return scope
        .node("Mean")
        .input(input)
        .input(axes)
        .attr("keep_dims", keepDims)
        .build()
        .output(0);
  }

  /** The greatest elements along axes; -∞ of nothing. */
  public Output max(Operand input, Operand axes) {
    return scope.node("Max").input(input).input(axes).build().output(0);
  }

  /** The greatest elements along axes; -∞ of nothing; {@code keepDims} leaves them with size 1. */
  public Output max(Operand input, Operand axes, boolean keepDims) {
    return scope.node("Max").input(input).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** The least elements along axes; ∞ of nothing. */
  public Output min(Operand input, Operand axes) {
    return scope.node("Min").input(input).input(axes).build().output(0);
  }

  /** The least elements along axes; ∞ of nothing; {@code keepDims} leaves them with size 1. */
  public Output min(Operand input, Operand axes, boolean keepDims) {
    return scope.node("Min").input(input).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** Whether all elements along axes are true. */
  public Output reduceAll(Operand input, Operand axes) {
    return scope.node("All").input(input).input(axes).build().output(0);
  }

  /** Whether all elements along axes are true; {@code keepDims} leaves them with size 1. */
  public Output reduceAll(Operand input, Operand axes, boolean keepDims) {
    return scope.node("All").input(input).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** Whether any element along axes is true. */
  public Output reduceAny(Operand input, Operand axes) {
    return scope.node("Any").input(input).input(axes).build().output(0);
  }

  /** Whether any element along axes is true; {@code keepDims} leaves them with size 1. */
  public Output reduceAny(Operand input, Operand axes, boolean keepDims) {
    return scope.node("Any").input(input).input(axes).attr("keep_dims", keepDims).build().output(0);
  }

  /** {@code √Σ|x|²} along axes. */
  public Output euclideanNorm(Operand input, Operand axes) {
    return scope.node("EuclideanNorm").input(input).input(axes).build().output(0);
  }

  /** {@code √Σ|x|²} along axes; {@code keepDims} leaves them with size 1. */
  public Output euclideanNorm(Operand input, Operand axes, boolean keepDims) {
    return scope
        .node("EuclideanNorm")
        .input(input)
        .input(axes)
        .attr("keep_dims", keepDims)
        .build()
        .output(0);
  }

  /** The position, as int64, of the first greatest element along an axis. */
  public Output argMax(Operand input, Operand axis) {
    return scope.node("ArgMax").input(input).input(axis).build().output(0);
  }

  /** The position, in an integer type, of the first greatest element along an axis. */
  public Output argMax(Operand input, Operand axis, DType outputType) {
    return scope
        .node("ArgMax")
        .input(input)
        .input(axis)
        .attr("output_type", outputType)
        .build()
        .output(0);
  }

  /** The position, as int64, of the first least element along an axis. */
  public Output argMin(Operand input, Operand axis) {
    return scope.node("ArgMin").input(input).input(axis).build().output(0);
  }

  /** The position, in an integer type, of the first least element along an axis. */
  public Output argMin(Operand input, Operand axis, DType outputType) {
    return scope
        .node("ArgMin")
        .input(input)
        .input(axis)
        .attr("output_type", outputType)
        .build()
        .output(0);
  }

  /** Running sums along an axis. */
  public Output cumsum(Operand x, Operand axis) {
    return scope.node("Cumsum").input(x).input(axis).build().output(0);
  }

  /** Running sums along an axis; exclusive of the element itself, or from the end. */
  public Output cumsum(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return scope
        .node("Cumsum")
        .input(x)
        .input(axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running products along an axis. */
  public Output cumprod(Operand x, Operand axis) {
    return scope.node("Cumprod").input(x).input(axis).build().output(0);
  }

  /** Running products along an axis; exclusive of the element itself, or from the end. */
  public Output cumprod(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return scope
        .node("Cumprod")
        .input(x)
        .input(axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Running {@code log Σ exp(x)} along an axis. */
  public Output cumulativeLogsumexp(Operand x, Operand axis) {
    return scope.node("CumulativeLogsumexp").input(x).input(axis).build().output(0);
  }

  /**
   * Running {@code log Σ exp(x)} along an axis; exclusive of the element itself, or from the end.
   */
  public Output cumulativeLogsumexp(Operand x, Operand axis, boolean exclusive, boolean reverse) {
    return scope
        .node("CumulativeLogsumexp")
        .input(x)
        .input(axis)
        .attr("exclusive", exclusive)
        .attr("reverse", reverse)
        .build()
        .output(0);
  }

  /** Half the sum of the squares of all elements. */
  public Output l2Loss(Operand t) {
    return scope.node("L2Loss").input(t).build().output(0);
  }

  /** {@code exp(x) / Σ exp(x)} along the last dimension. */
  public Output softmax(Operand logits) {
    return scope.node("Softmax").input(logits).build().output(0);
  }

  /** {@code x - log Σ exp(x)} along the last dimension. */
  public Output logSoftmax(Operand logits) {
    return scope.node("LogSoftmax").input(logits).build().output(0);
  }

  /**
   * The loss of each row against a distribution over classes, and its gradient with respect to the
   * logits.
   */
  public CrossEntropy softmaxCrossEntropyWithLogits(Operand features, Operand labels) {
    Node node = scope.node("SoftmaxCrossEntropyWithLogits").input(features).input(labels).build();
    return new CrossEntropy(node.output(0), node.output(1));
  }

  /**
   * The loss of each row against the number of its class, and its gradient with respect to the
   * logits.
   */
  public CrossEntropy sparseSoftmaxCrossEntropyWithLogits(Operand features, Operand labels) {
    Node node =
        scope.node("SparseSoftmaxCrossEntropyWithLogits").input(features).input(labels).build();
    return new CrossEntropy(node.output(0), node.output(1));
  }

  /** Adds a bias to each channel, along the last dimension. */
  public Output biasAdd(Operand value, Operand bias) {
    return scope.node("BiasAdd").input(value).input(bias).build().output(0);
  }

  /** Adds a bias to each channel; {@code NHWC} or {@code NCHW} says which dimension that is. */
  public Output biasAdd(Operand value, Operand bias, String dataFormat) {
    return scope
        .node("BiasAdd")
        .input(value)
        .input(bias)
        .attr("data_format", dataFormat)
        .build()
        .output(0);
  }

  /** Adds a bias along the last dimension: the op of old graphs. */
  public Output biasAddV1(Operand value, Operand bias) {
    return scope.node("BiasAddV1").input(value).input(bias).build().output(0);
  }

  /** The sum over everything but the last dimension. */
  public Output biasAddGrad(Operand outBackprop) {
    return scope.node("BiasAddGrad").input(outBackprop).build().output(0);
  }

  /** The sum over everything but the channels. */
  public Output biasAddGrad(Operand outBackprop, String dataFormat) {
    return scope
        .node("BiasAddGrad")
        .input(outBackprop)
        .attr("data_format", dataFormat)
        .build()
        .output(0);
  }

  /** The cross product of vectors of three, along the last dimension. */
  public Output cross(Operand a, Operand b) {
    return scope.node("Cross").input(a).input(b).build().output(0);
  }
}

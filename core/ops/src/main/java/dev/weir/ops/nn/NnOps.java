package dev.weir.ops.nn;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.Arrays;
import java.util.List;

/**
 * Builds nodes of neural networks: activations, softmax, losses, biases, convolution, pooling,
 * normalization, recurrent cells, and compositions of several nodes. Compositions work in any
 * floating-point type and are differentiable.
 *
 * {@snippet :
 * Output hidden = ops.nn.relu(ops.nn.biasAdd(ops.linalg.matMul(x, weights), bias));
 * Output loss = ops.nn.softmaxCrossEntropyWithLogits(labels, logits);
 * }
 */
public final class NnOps extends NormalizationMethods {
  public NnOps(Scope scope) {
    super(scope);
  }

  /** The greatest elements and their positions. */
  public record Top(Output values, Output indices) {}

  /** The largest elements, and where they are. */
  public record MaxPoolWithArgmax(Output output, Output argmax) {}

  /**
   * Images whose channels are normalized.
   *
   * @param mean of the batch, or the running one
   * @param variance of the batch as a sample, or the running one
   * @param savedMean what the gradient needs
   * @param savedVariance what the gradient needs
   */
  public record BatchNorm(
      Output y, Output mean, Output variance, Output savedMean, Output savedVariance) {}

  /**
   * What an LSTM has learned: {@code w} is {@code [inputs + cells, 4 cells]}, {@code b} {@code [4
   * cells]}, the peepholes {@code wci}, {@code wcf} and {@code wco} are {@code [cells]} and looked
   * at only if the options ask for them.
   */
  public record LstmWeights(Operand w, Operand wci, Operand wcf, Operand wco, Operand b) {}

  /**
   * What an LSTM gives: the input gate, the state, the forget gate, the output gate, the candidate,
   * the state's tanh and the output. Gradients flow through {@code cs} and {@code h} only.
   */
  public record Lstm(Output i, Output cs, Output f, Output o, Output ci, Output co, Output h) {}

  /** What a gated recurrent unit gives: its two gates, the candidate and the output. */
  public record Gru(Output r, Output u, Output c, Output h) {}

  /** A scope below the name that was asked for, or below one that says what is built. */
  private Scope below(String name) {
    return scope().withSubScope(scope().nameFor(name).substring(scope().prefix().length()));
  }

  private GradientOps under(String name) {
    return GradientOps.in(below(name));
  }

  /** A mean and a variance. */
  public record Moments(Output mean, Output variance) {}

  /** {@code x Φ(x)}, where Φ is the distribution function of the normal distribution. */
  public Output gelu(Operand x) {
    GradientOps on = under("Gelu");
    Output phi = on.op("Erf", on.div(x, on.scalar(Math.sqrt(2), x)));
    return on.mul(on.mul(0.5, x), on.add(on.scalar(1, x), phi));
  }

  /** {@link #gelu} approximated by {@code x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2}. */
  public Output geluApproximate(Operand x) {
    GradientOps on = under("Gelu");
    Output cube = on.mul(on.square(x), x);
    Output inner = on.add(x, on.mul(0.044715, cube));
    Output tanh = on.op("Tanh", on.mul(Math.sqrt(2 / Math.PI), inner));
    return on.mul(on.mul(0.5, x), on.add(on.scalar(1, x), tanh));
  }

  /** {@code x σ(x)}, also called swish. */
  public Output silu(Operand x) {
    GradientOps on = under("Silu");
    return on.mul(x, on.op("Sigmoid", x));
  }

  /**
   * How badly independent yes-or-no guesses fit, element by element: {@code -z ln σ(x) - (1 - z)
   * ln(1 - σ(x))} for a label z and a logit x, computed so that it does not overflow.
   */
  public Output sigmoidCrossEntropyWithLogits(Operand labels, Operand logits) {
    GradientOps on = under("SigmoidCrossEntropy");
    Output zeros = on.zerosLike(logits);
    Output isPositive = on.op("GreaterEqual", logits, zeros);
    Output positive = on.select(isPositive, logits, zeros);
    Output minusSize = on.select(isPositive, on.neg(logits), logits);
    Output rest = on.op("Log1p", on.op("Exp", minusSize));
    return on.add(on.sub(positive, on.mul(logits, labels)), rest);
  }

  /**
   * {@link #sigmoidCrossEntropyWithLogits} with the part of positive labels times {@code
   * positiveWeight}.
   */
  public Output weightedCrossEntropyWithLogits(
      Operand labels, Operand logits, Operand positiveWeight) {
    GradientOps on = under("WeightedCrossEntropy");
    Output one = on.scalar(1, logits);
    Output weight = on.add(one, on.mul(on.sub(positiveWeight, one), labels));
    Output softplus = on.op("Log1p", on.op("Exp", on.neg(on.op("Abs", logits))));
    Output tail = on.add(softplus, on.op("Relu", on.neg(logits)));
    return on.add(on.mul(on.sub(one, labels), logits), on.mul(weight, tail));
  }

  /**
   * How badly guesses of one class among several fit, for labels that are probabilities: {@code -Σ
   * labels ln softmax(logits)} along the last axis, which the result lacks.
   */
  public Output softmaxCrossEntropyWithLogits(Operand labels, Operand logits) {
    GradientOps on = under("SoftmaxCrossEntropy");
    if (hasRank(2, logits) && hasRank(2, labels)) {
      return on.op("SoftmaxCrossEntropyWithLogits", logits, labels);
    }
    Output loss = on.op("SoftmaxCrossEntropyWithLogits", rows(on, logits), rows(on, labels));
    return on.reshape(loss, withoutLast(on, logits));
  }

  /**
   * How badly guesses of one class among several fit, for labels that are the numbers of classes,
   * shaped as the logits without their last axis: {@code -ln softmax(logits)[label]}.
   */
  public Output sparseSoftmaxCrossEntropyWithLogits(Operand labels, Operand logits) {
    GradientOps on = under("SparseSoftmaxCrossEntropy");
    if (hasRank(2, logits) && hasRank(1, labels)) {
      return on.op("SparseSoftmaxCrossEntropyWithLogits", logits, labels);
    }
    Output flat = on.reshape(labels, on.ints(-1));
    Output loss = on.op("SparseSoftmaxCrossEntropyWithLogits", rows(on, logits), flat);
    return on.reshape(loss, on.shape(labels));
  }

  private static boolean hasRank(int rank, Operand x) {
    return x.shape().hasRank() && x.shape().rank() == rank;
  }

  /** A matrix whose rows are the slices along the last axis. */
  private static Output rows(GradientOps on, Operand x) {
    Output last = on.op("Slice", on.shape(x), lastAxis(on, x), on.ints(1));
    Output shape =
        on.node("ConcatV2")
            .inputList(List.of(on.ints(-1), last))
            .input(on.scalar(0, DType.INT32))
            .build()
            .output(0);
    return on.reshape(x, shape);
  }

  private static Output withoutLast(GradientOps on, Operand x) {
    return on.op("Slice", on.shape(x), on.ints(0), lastAxis(on, x));
  }

  /** The number of the last axis, in a vector. */
  private static Output lastAxis(GradientOps on, Operand x) {
    Shape shape = x.asOutput().shape();
    if (shape.isScalar()) {
      throw WeirException.invalidArgument("logits must have a last axis, they are a scalar");
    }
    return shape.hasRank()
        ? on.ints(shape.rank() - 1)
        : on.op("Sub", on.op("Size", on.shape(x)), on.ints(1));
  }

  /**
   * Sets elements to 0 at random, each with probability {@code rate}, and multiplies the others by
   * {@code 1 / (1 - rate)}, so that the expected sum stays. Every run chooses anew; seeds other
   * than 0 and 0 make it the same from session to session.
   */
  public Output dropout(Operand x, double rate, long seed, long seed2) {
    if (!(rate >= 0 && rate < 1)) {
      throw WeirException.invalidArgument("rate must be in [0, 1), is %s", rate);
    }
    GradientOps on = under("Dropout");
    Output chance =
        on.node("RandomUniform")
            .input(on.shape(x))
            .attr("dtype", x.dtype())
            .attr("seed", seed)
            .attr("seed2", seed2)
            .build()
            .output(0);
    Output isKept = on.op("GreaterEqual", chance, on.scalar(rate, x));
    return on.select(isKept, on.mul(1 / (1 - rate), x), on.zerosLike(x));
  }

  /**
   * The mean and the variance along axes. The variance is that of the numbers at hand, not an
   * estimate. Small types are summed up in float32.
   *
   * @param keepDims whether the axes stay, with size 1
   */
  public Moments moments(Operand x, int[] axes, boolean keepDims) {
    GradientOps on = under("Moments");
    DType dtype = x.dtype();
    boolean isSmall = dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
    Output wide = isSmall ? on.cast(x, DType.FLOAT32) : x.asOutput();
    Output mean = mean(on, wide, axes);
    // Its gradient would sum up to 0: the differences do.
    Output fixed = on.op("StopGradient", mean);
    Output variance = mean(on, on.op("SquaredDifference", wide, fixed), axes);
    if (!keepDims) {
      mean = squeeze(on, mean, axes);
      variance = squeeze(on, variance, axes);
    }
    return isSmall
        ? new Moments(on.cast(mean, dtype), on.cast(variance, dtype))
        : new Moments(mean, variance);
  }

  private static Output mean(GradientOps on, Output x, int[] axes) {
    return on.node("Mean").input(x).input(on.ints(axes)).attr("keep_dims", true).build().output(0);
  }

  private static Output squeeze(GradientOps on, Output x, int[] axes) {
    long[] dims = Arrays.stream(axes).asLongStream().toArray();
    return on.node("Squeeze")
        .input(x)
        .attr("squeeze_dims", AttrValue.ofInts(dims))
        .build()
        .output(0);
  }

  /** {@code scale (x - mean) / √(variance + epsilon) + offset}; the operands broadcast. */
  public Output normalize(
      Operand x, Moments moments, Operand offset, Operand scale, double epsilon) {
    GradientOps on = under("Normalize");
    Output spread = on.add(moments.variance(), on.scalar(epsilon, x));
    Output factor = on.mul(on.op("Rsqrt", spread), scale);
    return on.add(on.mul(x, factor), on.sub(offset, on.mul(moments.mean(), factor)));
  }

  /**
   * Layer normalization: gives each example mean 0 and variance 1 along axes, then scales and
   * shifts by what was learned.
   *
   * <p>See <a href="https://arxiv.org/abs/1607.06450">Ba, Kiros and Hinton, 2016</a>.
   */
  public Output layerNorm(Operand x, int[] axes, Operand offset, Operand scale, double epsilon) {
    NnOps below = new NnOps(below("LayerNorm"));
    return below.normalize(x, below.moments(x, axes, true), offset, scale, epsilon);
  }

  /** {@code x / √max(Σx², epsilon)} along axes. */
  public Output l2Normalize(Operand x, int[] axes, double epsilon) {
    GradientOps on = under("L2Normalize");
    Output squares = on.sum(on.square(x), on.ints(axes), true);
    Output bounded = on.op("Maximum", squares, on.scalar(epsilon, x));
    return on.mul(x, on.op("Rsqrt", bounded));
  }
}

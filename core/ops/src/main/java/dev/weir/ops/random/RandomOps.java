package dev.weir.ops.random;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;

/**
 * Builds nodes: random numbers, the same as TensorFlow's for the same seeds.
 *
 * <p>Ordinary ops go on from run to run of a session; those called {@code stateless…} give the same
 * numbers in every run and take their seed, two integers, as an input.
 */
public final class RandomOps {
  private final Scope scope;

  public RandomOps(Scope scope) {
    this.scope = scope;
  }

  /**
   * Where an op with state starts.
   *
   * @param seed usually that of the whole program
   * @param seed2 usually that of the op; if both are 0 the op starts anywhere
   */
  public record Seed(long seed, long seed2) {
    /** Anywhere. */
    public static final Seed NONE = new Seed(0, 0);

    private static final long USUAL = 87654321;

    /** A seed for one op, as TensorFlow's Python interface takes it. */
    public static Seed of(long seed) {
      return new Seed(USUAL, seed);
    }
  }

  /** A generator: its key, its counter and its algorithm. */
  public record Generator(Operand key, Operand counter, Operand algorithm) {}

  /** Uniform numbers in [0, 1). Different in every session. */
  public Output randomUniform(Operand shape, DType dtype) {
    return randomUniform(shape, dtype, Seed.NONE);
  }

  /** Uniform numbers in [0, 1). The same in every session for the same seed. */
  public Output randomUniform(Operand shape, DType dtype, Seed seed) {
    return scope
        .node("RandomUniform")
        .input(shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Integers in {@code [minval, maxval)}. Different in every session. */
  public Output randomUniformInt(Operand shape, Operand minval, Operand maxval) {
    return randomUniformInt(shape, minval, maxval, Seed.NONE);
  }

  /** Integers in {@code [minval, maxval)}. The same in every session for the same seed. */
  public Output randomUniformInt(Operand shape, Operand minval, Operand maxval, Seed seed) {
    return scope
        .node("RandomUniformInt")
        .input(shape)
        .input(minval)
        .input(maxval)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Normal numbers with mean 0 and deviation 1. Different in every session. */
  public Output randomStandardNormal(Operand shape, DType dtype) {
    return randomStandardNormal(shape, dtype, Seed.NONE);
  }

  /** Normal numbers with mean 0 and deviation 1. The same in every session for the same seed. */
  public Output randomStandardNormal(Operand shape, DType dtype, Seed seed) {
    return scope
        .node("RandomStandardNormal")
        .input(shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again. Different in every
   * session.
   */
  public Output truncatedNormal(Operand shape, DType dtype) {
    return truncatedNormal(shape, dtype, Seed.NONE);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again. The same in every
   * session for the same seed.
   */
  public Output truncatedNormal(Operand shape, DType dtype, Seed seed) {
    return scope
        .node("TruncatedNormal")
        .input(shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Normal numbers between bounds. The parameters are scalars or have an element for each position
   * of the first dimension.
   */
  public Output parameterizedTruncatedNormal(
      Operand shape, Operand means, Operand stdevs, Operand minvals, Operand maxvals, Seed seed) {
    return scope
        .node("ParameterizedTruncatedNormal")
        .input(shape)
        .input(means)
        .input(stdevs)
        .input(minvals)
        .input(maxvals)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * The slices of a tensor along its first dimension in random order. Different in every session.
   */
  public Output randomShuffle(Operand value) {
    return randomShuffle(value, Seed.NONE);
  }

  /**
   * The slices of a tensor along its first dimension in random order. The same in every session for
   * the same seed.
   */
  public Output randomShuffle(Operand value, Seed seed) {
    return scope
        .node("RandomShuffle")
        .input(value)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** A part of an image of a size, {@code [height, width]} in int64, at a random place. */
  public Output randomCrop(Operand image, Operand size, Seed seed) {
    return scope
        .node("RandomCrop")
        .input(image)
        .input(size)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Classes (int64) drawn for each row of log-probabilities, which need not be normalized.
   * Different in every session.
   */
  public Output multinomial(Operand logits, Operand numSamples) {
    return multinomial(logits, numSamples, Seed.NONE);
  }

  /**
   * Classes (int64) drawn for each row of log-probabilities, which need not be normalized. The same
   * in every session for the same seed.
   */
  public Output multinomial(Operand logits, Operand numSamples, Seed seed) {
    return scope
        .node("Multinomial")
        .input(logits)
        .input(numSamples)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Numbers from gamma distributions with scale 1: so many for each element of {@code alpha}.
   * Different in every session.
   */
  public Output randomGamma(Operand shape, Operand alpha) {
    return randomGamma(shape, alpha, Seed.NONE);
  }

  /**
   * Numbers from gamma distributions with scale 1: so many for each element of {@code alpha}. The
   * same in every session for the same seed.
   */
  public Output randomGamma(Operand shape, Operand alpha, Seed seed) {
    return scope
        .node("RandomGamma")
        .input(shape)
        .input(alpha)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Numbers from Poisson distributions: so many for each rate, in the type of the rates. */
  public Output randomPoisson(Operand shape, Operand rate, Seed seed) {
    return scope
        .node("RandomPoisson")
        .input(shape)
        .input(rate)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Numbers from Poisson distributions: so many for each rate. */
  public Output randomPoissonV2(Operand shape, Operand rate, DType dtype, Seed seed) {
    return scope
        .node("RandomPoissonV2")
        .input(shape)
        .input(rate)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Uniform numbers in [0, 1), always the same for the same pair of seeds. */
  public Output statelessRandomUniform(Operand shape, Operand seed, DType dtype) {
    return scope
        .node("StatelessRandomUniform")
        .input(shape)
        .input(seed)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Uniform numbers in [0, 1), always the same for the same generator. */
  public Output statelessRandomUniformV2(Operand shape, Generator generator, DType dtype) {
    return scope
        .node("StatelessRandomUniformV2")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Normal numbers with mean 0 and deviation 1, always the same for the same pair of seeds. */
  public Output statelessRandomNormal(Operand shape, Operand seed, DType dtype) {
    return scope
        .node("StatelessRandomNormal")
        .input(shape)
        .input(seed)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Normal numbers with mean 0 and deviation 1, always the same for the same generator. */
  public Output statelessRandomNormalV2(Operand shape, Generator generator, DType dtype) {
    return scope
        .node("StatelessRandomNormalV2")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Normal numbers, those beyond 2 drawn again, always the same for the same pair of seeds. */
  public Output statelessTruncatedNormal(Operand shape, Operand seed, DType dtype) {
    return scope
        .node("StatelessTruncatedNormal")
        .input(shape)
        .input(seed)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Normal numbers, those beyond 2 drawn again, always the same for the same generator. */
  public Output statelessTruncatedNormalV2(Operand shape, Generator generator, DType dtype) {
    return scope
        .node("StatelessTruncatedNormalV2")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Integers of which every bit is random, always the same for the same pair of seeds. */
  public Output statelessRandomUniformFullInt(Operand shape, Operand seed, DType dtype) {
    return scope
        .node("StatelessRandomUniformFullInt")
        .input(shape)
        .input(seed)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Integers of which every bit is random, always the same for the same generator. */
  public Output statelessRandomUniformFullIntV2(Operand shape, Generator generator, DType dtype) {
    return scope
        .node("StatelessRandomUniformFullIntV2")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Integers in {@code [minval, maxval)}, always the same for the same pair of seeds. */
  public Output statelessRandomUniformInt(
      Operand shape, Operand seed, Operand minval, Operand maxval) {
    return scope
        .node("StatelessRandomUniformInt")
        .input(shape)
        .input(seed)
        .input(minval)
        .input(maxval)
        .build()
        .output(0);
  }

  /** Integers in {@code [minval, maxval)}, always the same for the same generator. */
  public Output statelessRandomUniformIntV2(
      Operand shape, Generator generator, Operand minval, Operand maxval) {
    return scope
        .node("StatelessRandomUniformIntV2")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .input(minval)
        .input(maxval)
        .build()
        .output(0);
  }

  /**
   * Classes (int64) drawn for each row of log-probabilities, always the same for the same seeds.
   */
  public Output statelessMultinomial(Operand logits, Operand numSamples, Operand seed) {
    return scope
        .node("StatelessMultinomial")
        .input(logits)
        .input(numSamples)
        .input(seed)
        .build()
        .output(0);
  }

  /** Numbers from gamma distributions; the shape ends with that of {@code alpha}. */
  public Output statelessRandomGamma(Operand shape, Operand seed, Operand alpha) {
    return scope
        .node("StatelessRandomGammaV2")
        .input(shape)
        .input(seed)
        .input(alpha)
        .build()
        .output(0);
  }

  /** Numbers from gamma distributions; the shape ends with that of {@code alpha}. */
  public Output statelessRandomGammaV3(Operand shape, Generator generator, Operand alpha) {
    return scope
        .node("StatelessRandomGammaV3")
        .input(shape)
        .input(generator.key())
        .input(generator.counter())
        .input(generator.algorithm())
        .input(alpha)
        .build()
        .output(0);
  }

  /** Numbers from Poisson distributions; the shape ends with that of {@code rate}. */
  public Output statelessRandomPoisson(Operand shape, Operand seed, Operand rate, DType dtype) {
    return scope
        .node("StatelessRandomPoisson")
        .input(shape)
        .input(seed)
        .input(rate)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** The generator that a pair of seeds stands for. */
  public Generator statelessRandomGetKeyCounterAlg(Operand seed) {
    Node node = scope.node("StatelessRandomGetKeyCounterAlg").input(seed).build();
    return new Generator(node.output(0), node.output(1), node.output(2));
  }

  /** The generator that a pair of seeds stands for, with the algorithm of the device. */
  public Generator statelessRandomGetKeyCounter(Operand seed) {
    Node node = scope.node("StatelessRandomGetKeyCounter").input(seed).build();
    return new Generator(node.output(0), node.output(1), statelessRandomGetAlg());
  }

  /** The algorithm that the generators of the device use: 1, Philox. */
  public Output statelessRandomGetAlg() {
    return scope.node("StatelessRandomGetAlg").build().output(0);
  }
}

package dev.weir.ops.random;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.nio.file.Path;
import java.util.List;

/**
 * Builds nodes: random numbers, equal to TensorFlow's for equal seeds, and classes drawn as
 * candidates for a loss.
 *
 * <p>Ordinary ops go on from run to run of a session; those called {@code stateless…} give equal
 * numbers in every run and take their seed, two integers, as an input.
 */
public final class RandomOps extends StatelessMethods {
  public RandomOps(Scope scope) {
    super(scope);
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

  /** Candidates, and how often true classes and candidates were to be expected among them. */
  public record Candidates(
      Output sampledCandidates, Output trueExpectedCount, Output sampledExpectedCount) {}

  /** True classes among candidates: the row, the candidate's position, what to add to its logit. */
  public record AccidentalHits(Output indices, Output ids, Output weights) {}

  /**
   * What to draw from.
   *
   * @param numSampled how many classes to draw
   * @param unique whether no class is drawn twice
   * @param rangeMax how many classes there are
   */
  public record CandidateRange(long numSampled, boolean unique, long rangeMax) {}

  /**
   * How likely classes are to be drawn: each in proportion to its weight, to a power. Weights stand
   * in the graph or in a file, one on each line, in the last of the fields that commas separate.
   *
   * @param file where the weights are; empty if they are given
   * @param weights one for each class; empty if they are in a file
   * @param distortion the power; between 0, for all the same, and 1
   * @param reserved how many classes are never drawn and have no weight, before the others
   * @param shards how many parts the classes are divided into
   * @param shard which part is drawn from: those classes whose number leaves this rest
   */
  public record Unigrams(
      String file, List<Float> weights, float distortion, long reserved, long shards, long shard) {
    public Unigrams {
      weights = List.copyOf(weights);
    }

    /** As likely as these weights say, such as counts. */
    public static Unigrams of(List<Float> weights) {
      return new Unigrams("", weights, 1, 0, 1, 0);
    }

    /** As likely as the weights in a file say. */
    public static Unigrams ofFile(Path file) {
      return new Unigrams(file.toString(), List.of(), 1, 0, 1, 0);
    }

    /** These weights to a power. */
    public Unigrams distorted(float power) {
      return new Unigrams(file, weights, power, reserved, shards, shard);
    }

    /** These weights after so many classes that are never drawn. */
    public Unigrams after(long count) {
      return new Unigrams(file, weights, distortion, count, shards, shard);
    }

    /** One of several parts of these classes. */
    public Unigrams shard(long which, long of) {
      return new Unigrams(file, weights, distortion, reserved, of, which);
    }
  }

  /** Uniform numbers in [0, 1). Different in every session. */
  public Output randomUniform(Operand shape, DType dtype) {
    return randomUniform(shape, dtype, Seed.NONE);
  }

  /** Uniform numbers in [0, 1). Equal in every session for one seed. */
  public Output randomUniform(Operand shape, DType dtype, Seed seed) {
    return node("RandomUniform", shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Uniform numbers in [0, 1), in a fully known shape. Different in every session. */
  public Output randomUniform(Shape shape, DType dtype) {
    return randomUniform(shape, dtype, Seed.NONE);
  }

  /** Uniform numbers in [0, 1), in a fully known shape. Equal in every session for one seed. */
  public Output randomUniform(Shape shape, DType dtype, Seed seed) {
    Call call = call("RandomUniform");
    return call.node(call.sizes("shape", shape))
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

  /** Integers in {@code [minval, maxval)}. Equal in every session for one seed. */
  public Output randomUniformInt(Operand shape, Operand minval, Operand maxval, Seed seed) {
    return node("RandomUniformInt", shape, minval, maxval)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Normal numbers with mean 0 and deviation 1. Different in every session. */
  public Output randomStandardNormal(Operand shape, DType dtype) {
    return randomStandardNormal(shape, dtype, Seed.NONE);
  }

  /** Normal numbers with mean 0 and deviation 1. Equal in every session for one seed. */
  public Output randomStandardNormal(Operand shape, DType dtype, Seed seed) {
    return node("RandomStandardNormal", shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, in a fully known shape. Different in every session.
   */
  public Output randomStandardNormal(Shape shape, DType dtype) {
    return randomStandardNormal(shape, dtype, Seed.NONE);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, in a fully known shape. Equal in every session for
   * one seed.
   */
  public Output randomStandardNormal(Shape shape, DType dtype, Seed seed) {
    Call call = call("RandomStandardNormal");
    return call.node(call.sizes("shape", shape))
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
   * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again. Equal in every session
   * for one seed.
   */
  public Output truncatedNormal(Operand shape, DType dtype, Seed seed) {
    return node("TruncatedNormal", shape)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again, in a fully known shape.
   * Different in every session.
   */
  public Output truncatedNormal(Shape shape, DType dtype) {
    return truncatedNormal(shape, dtype, Seed.NONE);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again, in a fully known shape.
   * Equal in every session for one seed.
   */
  public Output truncatedNormal(Shape shape, DType dtype, Seed seed) {
    Call call = call("TruncatedNormal");
    return call.node(call.sizes("shape", shape))
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
    return node("ParameterizedTruncatedNormal", shape, means, stdevs, minvals, maxvals)
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
   * The slices of a tensor along its first dimension in random order. Equal in every session for
   * one seed.
   */
  public Output randomShuffle(Operand value, Seed seed) {
    return node("RandomShuffle", value)
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
   * Classes (int64) drawn for each row of log-probabilities, which need not be normalized. Equal in
   * every session for one seed.
   */
  public Output multinomial(Operand logits, Operand numSamples, Seed seed) {
    return node("Multinomial", logits, numSamples)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** {@code numSamples} classes (int64) for each row of log-probabilities. */
  public Output multinomial(Operand logits, int numSamples, Seed seed) {
    Call call = call("Multinomial");
    return call.node(logits, call.scalar("num_samples", numSamples))
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
   * Numbers from gamma distributions with scale 1: so many for each element of {@code alpha}. Equal
   * in every session for one seed.
   */
  public Output randomGamma(Operand shape, Operand alpha, Seed seed) {
    return node("RandomGamma", shape, alpha)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }

  /** Numbers from Poisson distributions: so many for each rate. */
  public Output randomPoisson(Operand shape, Operand rate, DType dtype, Seed seed) {
    return node("RandomPoissonV2", shape, rate)
        .attr("dtype", dtype)
        .attr("seed", seed.seed())
        .attr("seed2", seed.seed2())
        .build()
        .output(0);
  }
}

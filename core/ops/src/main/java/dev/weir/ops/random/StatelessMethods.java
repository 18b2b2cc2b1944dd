package dev.weir.ops.random;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/**
 * Methods of {@link RandomOps}: random numbers that are equal in every run and take their seed, two
 * integers, or a generator as an input.
 */
abstract class StatelessMethods extends CandidateMethods {
  StatelessMethods(Scope scope) {
    super(scope);
  }

  /** Uniform numbers in [0, 1), always the same for the same pair of seeds. */
  public Output statelessRandomUniform(Operand shape, Operand seed, DType dtype) {
    return node("StatelessRandomUniform", shape, seed).attr("dtype", dtype).build().output(0);
  }

  /** Uniform numbers in [0, 1), always the same for the same generator. */
  public Output statelessRandomUniform(Operand shape, RandomOps.Generator generator, DType dtype) {
    return node(
            "StatelessRandomUniformV2",
            shape,
            generator.key(),
            generator.counter(),
            generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Uniform numbers in [0, 1), in a fully known shape; always equal for one pair of seeds. */
  public Output statelessRandomUniform(Shape shape, Operand seed, DType dtype) {
    Call call = call("StatelessRandomUniform");
    return call.node(call.sizes("shape", shape), seed).attr("dtype", dtype).build().output(0);
  }

  /** Normal numbers with mean 0 and deviation 1, always the same for the same pair of seeds. */
  public Output statelessRandomNormal(Operand shape, Operand seed, DType dtype) {
    return node("StatelessRandomNormal", shape, seed).attr("dtype", dtype).build().output(0);
  }

  /** Normal numbers with mean 0 and deviation 1, always the same for the same generator. */
  public Output statelessRandomNormal(Operand shape, RandomOps.Generator generator, DType dtype) {
    return node(
            "StatelessRandomNormalV2",
            shape,
            generator.key(),
            generator.counter(),
            generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /**
   * Normal numbers with mean 0 and deviation 1, in a fully known shape; always equal for one pair
   * of seeds.
   */
  public Output statelessRandomNormal(Shape shape, Operand seed, DType dtype) {
    Call call = call("StatelessRandomNormal");
    return call.node(call.sizes("shape", shape), seed).attr("dtype", dtype).build().output(0);
  }

  /** Normal numbers, those beyond 2 drawn again, always the same for the same pair of seeds. */
  public Output statelessTruncatedNormal(Operand shape, Operand seed, DType dtype) {
    return node("StatelessTruncatedNormal", shape, seed).attr("dtype", dtype).build().output(0);
  }

  /** Normal numbers, those beyond 2 drawn again, always the same for the same generator. */
  public Output statelessTruncatedNormal(
      Operand shape, RandomOps.Generator generator, DType dtype) {
    return node(
            "StatelessTruncatedNormalV2",
            shape,
            generator.key(),
            generator.counter(),
            generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /**
   * Normal numbers, those beyond 2 drawn again, in a fully known shape; always equal for one pair
   * of seeds.
   */
  public Output statelessTruncatedNormal(Shape shape, Operand seed, DType dtype) {
    Call call = call("StatelessTruncatedNormal");
    return call.node(call.sizes("shape", shape), seed).attr("dtype", dtype).build().output(0);
  }

  /** Integers of which every bit is random, always the same for the same pair of seeds. */
  public Output statelessRandomUniformFullInt(Operand shape, Operand seed, DType dtype) {
    return node("StatelessRandomUniformFullInt", shape, seed)
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Integers of which every bit is random, always the same for the same generator. */
  public Output statelessRandomUniformFullInt(
      Operand shape, RandomOps.Generator generator, DType dtype) {
    return node(
            "StatelessRandomUniformFullIntV2",
            shape,
            generator.key(),
            generator.counter(),
            generator.algorithm())
        .attr("dtype", dtype)
        .build()
        .output(0);
  }

  /** Integers in {@code [minval, maxval)}, always the same for the same pair of seeds. */
  public Output statelessRandomUniformInt(
      Operand shape, Operand seed, Operand minval, Operand maxval) {
    return op("StatelessRandomUniformInt", shape, seed, minval, maxval);
  }

  /** Integers in {@code [minval, maxval)}, always the same for the same generator. */
  public Output statelessRandomUniformInt(
      Operand shape, RandomOps.Generator generator, Operand minval, Operand maxval) {
    return op(
        "StatelessRandomUniformIntV2",
        shape,
        generator.key(),
        generator.counter(),
        generator.algorithm(),
        minval,
        maxval);
  }

  /**
   * Classes (int64) drawn for each row of log-probabilities, always the same for the same seeds.
   */
  public Output statelessMultinomial(Operand logits, Operand numSamples, Operand seed) {
    return op("StatelessMultinomial", logits, numSamples, seed);
  }

  /** Numbers from gamma distributions; the shape ends with that of {@code alpha}. */
  public Output statelessRandomGamma(Operand shape, Operand seed, Operand alpha) {
    return op("StatelessRandomGammaV2", shape, seed, alpha);
  }

  /** Numbers from gamma distributions; the shape ends with that of {@code alpha}. */
  public Output statelessRandomGamma(Operand shape, RandomOps.Generator generator, Operand alpha) {
    return op(
        "StatelessRandomGammaV3",
        shape,
        generator.key(),
        generator.counter(),
        generator.algorithm(),
        alpha);
  }

  /** Numbers from Poisson distributions; the shape ends with that of {@code rate}. */
  public Output statelessRandomPoisson(Operand shape, Operand seed, Operand rate, DType dtype) {
    return node("StatelessRandomPoisson", shape, seed, rate).attr("dtype", dtype).build().output(0);
  }

  /** The generator that a pair of seeds stands for. */
  public RandomOps.Generator statelessRandomGetKeyCounterAlg(Operand seed) {
    Node node = node("StatelessRandomGetKeyCounterAlg", seed).build();
    return new RandomOps.Generator(node.output(0), node.output(1), node.output(2));
  }

  /** The generator that a pair of seeds stands for, with the algorithm of the device. */
  public RandomOps.Generator statelessRandomGetKeyCounter(Operand seed) {
    Node node = node("StatelessRandomGetKeyCounter", seed).build();
    return new RandomOps.Generator(node.output(0), node.output(1), statelessRandomGetAlg());
  }

  /** The algorithm that the generators of the device use: 1, Philox. */
  public Output statelessRandomGetAlg() {
    return op("StatelessRandomGetAlg");
  }
}

package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the stateless ops in {@code dev.weir.ops.random}. */
final class StatelessRandomSamples {
  private static final double KEY = 0x1234567890ABCDEFL;

  private StatelessRandomSamples() {}

  static List<OpSample> samples() {
    return Stream.of(seeded(), keyed(), integers(), keys(), others())
        .flatMap(List::stream)
        .toList();
  }

  private static int ulps(String op) {
    return op.contains("Uniform") ? 0 : 2;
  }

  /** TensorFlow has no kernels for seeds of unsigned types, although a signature has them. */
  private static OpSample sample(String op) {
    return OpSample.of(op).types("Tseed", DType.INT32, DType.INT64);
  }

  private static List<OpSample> seeded() {
    List<OpSample> samples = new ArrayList<>();
    samples.add(
        OpSample.of("StatelessRandomUniformFullInt")
            .named("unsigned seeds")
            .types("Tseed", DType.UINT32, DType.UINT64)
            .types("dtype", DType.INT32)
            .input(vector(2, 3))
            .input(vector(1, 2))
            .unasked()); // TensorFlow refuses them, although the signature has them
    for (String op :
        List.of(
            "StatelessRandomUniform",
            "StatelessRandomNormal",
            "StatelessTruncatedNormal",
            "StatelessRandomUniformFullInt")) {
      samples.add(sample(op).input(vector(2, 3)).input(vector(1, 2)).runs(2).ulps(ulps(op)));
      samples.add(
          sample(op)
              .named("negative seeds")
              .input(vector(5))
              .input(vector(-1, -70000))
              .ulps(ulps(op)));
      samples.add(
          sample(op)
              .named("10,001 numbers")
              .input(vector(10_001))
              .input(vector(7, 8))
              .ulps(ulps(op)));
      samples.add(sample(op).named("scalar").input(empty(0)).input(vector(7, 8)).ulps(ulps(op)));
      samples.add(sample(op).named("nothing").input(vector(0, 2)).input(vector(7, 8)));
      samples.add(
          sample(op)
              .named("three seeds")
              .input(vector(2))
              .input(vector(1, 2, 3))
              .refused("seed must have shape [2]"));
      samples.add(sample(op).named("one seed").input(vector(2)).input(scalar(1)).refused("rank 1"));
      samples.add(
          sample(op)
              .named("negative size")
              .input(vector(-2))
              .input(vector(1, 2))
              .refused("at least 0"));
    }
    return samples;
  }

  private static OpSample keyed(String op, int size) {
    return OpSample.of(op).input(vector(size)).input(vector(KEY)).input(vector(99, 3)).integer(1);
  }

  private static List<OpSample> keyed() {
    List<OpSample> samples = new ArrayList<>();
    for (String op :
        List.of(
            "StatelessRandomUniformV2",
            "StatelessRandomNormalV2",
            "StatelessTruncatedNormalV2",
            "StatelessRandomUniformFullIntV2")) {
      samples.add(keyed(op, 11).runs(2).ulps(ulps(op)));
      samples.add(keyed(op, 10_001).named("many").ulps(ulps(op)));
      samples.add(
          OpSample.of(op)
              .named("automatic, counter overflows")
              .input(vector(3, 5))
              .input(vector(7))
              .input(vector(-2, -1))
              .integer(3)
              .ulps(ulps(op)));
      samples.add(
          OpSample.of(op)
              .named("unknown algorithm")
              .input(vector(3))
              .input(vector(7))
              .input(vector(1, 2))
              .integer(17)
              .refused("alg must be"));
      samples.add(
          OpSample.of(op)
              .named("two keys")
              .input(vector(3))
              .input(vector(7, 8))
              .input(vector(1, 2))
              .integer(1)
              .refused("key must have shape [1]"));
      // a counter of one element is not tried: TensorFlow reads beyond its end
    }
    return samples;
  }

  private static List<OpSample> integers() {
    return List.of(
        OpSample.of("StatelessRandomUniformInt")
            .input(vector(2, 9))
            .input(vector(3, 4))
            .input(scalar(-5))
            .input(scalar(1000)),
        OpSample.of("StatelessRandomUniformInt")
            .named("no number between")
            .input(vector(2))
            .input(vector(3, 4))
            .input(scalar(5))
            .input(scalar(5))
            .refused("Need minval < maxval"),
        OpSample.of("StatelessRandomUniformIntV2")
            .input(vector(2, 9))
            .input(vector(3))
            .input(vector(5, 6))
            .integer(1)
            .input(scalar(5))
            .input(scalar(1000)),
        OpSample.of("StatelessRandomUniformIntV2")
            .named("bounds are vectors")
            .input(vector(2, 9))
            .input(vector(3))
            .input(vector(5, 6))
            .integer(1)
            .input(vector(5))
            .input(scalar(1000))
            .refused("rank 0"));
  }

  private static List<OpSample> keys() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg")) {
      samples.add(OpSample.of(op).input(vector(1, -2)));
      samples.add(
          OpSample.of(op).named("three").input(vector(1, 2, 3)).refused("seed must have shape"));
    }
    samples.add(OpSample.of("StatelessRandomGetAlg"));
    return samples;
  }

  private static List<OpSample> others() {
    return List.of(
        OpSample.of("StatelessMultinomial")
            .input(matrix(2, 3, 0.5, 1, -2, 3, 3, 0))
            .integer(7)
            .input(vector(5, 6))
            .runs(2),
        OpSample.of("StatelessMultinomial")
            .named("three seeds")
            .input(range(2, 3))
            .integer(7)
            .input(vector(5, 6, 7))
            .refused("seed must have shape [2]"),
        OpSample.of("StatelessRandomGammaV2")
            .input(vector(5, 3))
            .input(vector(5, 6))
            .input(vector(0.5, 1, 7)),
        OpSample.of("StatelessRandomGammaV2")
            .named("wrong end")
            .input(vector(5, 2))
            .input(vector(5, 6))
            .input(vector(0.5, 1, 7))
            .refused("shape must end with"),
        OpSample.of("StatelessRandomGammaV3")
            .input(vector(5, 3))
            .input(vector(12))
            .input(vector(5, 6))
            .integer(1)
            .input(vector(0.5, 1, 7)),
        OpSample.of("StatelessRandomPoisson")
            .input(vector(5, 3))
            .input(vector(5, 6))
            .input(vector(0.5, 1, 70))
            .types("Rtype", DType.FLOAT16, DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64),
        OpSample.of("StatelessRandomPoisson")
            .named("wrong end")
            .input(vector(3, 5))
            .input(vector(5, 6))
            .input(vector(0.5, 1, 70))
            .refused("shape must end with"));
  }
}

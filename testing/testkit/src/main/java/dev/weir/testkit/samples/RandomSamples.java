package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of the ops with state in {@code dev.weir.ops.random}. */
final class RandomSamples {
  private RandomSamples() {}

  static List<OpSample> samples() {
    return Stream.of(
            fills(),
            integers(),
            shuffles(),
            classes(),
            gammas(),
            poissons(),
            boundedNormals(),
            crops(),
            StatelessRandomSamples.samples())
        .flatMap(List::stream)
        .toList();
  }

  private static OpSample seeded(String op, long seed, long seed2) {
    return OpSample.of(op).attr("seed", seed).attr("seed2", seed2);
  }

  private static List<OpSample> fills() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("RandomUniform", "RandomStandardNormal", "TruncatedNormal")) {
      // normals: the C library's logarithm, sine and cosine of floats, which TensorFlow uses, are
      // not always the nearest numbers; nearly all results are the same bits
      int ulps = op.equals("RandomUniform") ? 0 : 2;
      samples.add(seeded(op, 87654321, 1).input(vector(3, 7)).runs(3).ulps(ulps));
      samples.add(
          seeded(op, -5, 1L << 40).named("large seeds").input(vector(5)).runs(2).ulps(ulps));
      samples.add(seeded(op, 0, 3).named("first seed 0").input(vector(2, 3)).ulps(ulps));
      samples.add(
          seeded(op, 1, 2).named("10,001 numbers").input(vector(10_001)).runs(2).ulps(ulps));
      samples.add(seeded(op, 1, 2).named("a scalar").input(empty(0)).runs(2).ulps(ulps));
      samples.add(seeded(op, 1, 2).named("nothing").input(vector(3, 0)).ulps(ulps));
      samples.add(OpSample.of(op).named("no seed").input(vector(2, 2)).shapesOnly());
      samples.add(
          seeded(op, 1, 2).named("negative size").input(vector(2, -3)).refused("at least 0"));
      samples.add(seeded(op, 1, 2).named("size -1").input(vector(2, -1)).refused("at least 0"));
      samples.add(seeded(op, 1, 2).named("a number").input(scalar(2)).refused("rank 1"));
      samples.add(seeded(op, 1, 2).named("a matrix").input(matrix(1, 2, 1, 2)).refused("rank 1"));
    }
    return samples;
  }

  private static List<OpSample> integers() {
    return List.of(
        seeded("RandomUniformInt", 5, 10).input(vector(2, 5)).input(scalar(0)).input(scalar(3)),
        seeded("RandomUniformInt", 5, 10)
            .named("run after run")
            .input(vector(7))
            .input(scalar(-100))
            .input(scalar(1000))
            .runs(3),
        seeded("RandomUniformInt", 1, 30)
            .named("nearly all")
            .input(vector(2000))
            .input(scalar(Integer.MIN_VALUE))
            .input(scalar(Integer.MAX_VALUE))
            .runs(2),
        seeded("RandomUniformInt", 1, 30)
            .named("nearly all longs")
            .types("Tout", DType.INT64)
            .input(vector(9))
            .input(scalar(Long.MIN_VALUE))
            .input(scalar(Long.MAX_VALUE)),
        seeded("RandomUniformInt", 1, 2)
            .named("nothing from nothing")
            .input(vector(0))
            .input(scalar(3))
            .input(scalar(3)),
        seeded("RandomUniformInt", 1, 2)
            .named("no number between")
            .input(vector(2))
            .input(scalar(3))
            .input(scalar(3))
            .refused("Need minval < maxval"),
        seeded("RandomUniformInt", 1, 2)
            .named("bounds are vectors")
            .input(vector(2))
            .input(vector(3))
            .input(scalar(4))
            .refused("rank 0"));
  }

  private static List<OpSample> shuffles() {
    return List.of(
        seeded("RandomShuffle", 1, 1245).input(vector(7, 2, 9, 4)).runs(3),
        seeded("RandomShuffle", 7, 8).named("rows").input(range(9, 2, 3)).runs(3),
        seeded("RandomShuffle", 7, 8).named("many").input(range(10_000)).runs(2),
        seeded("RandomShuffle", 7, 8).named("five").input(range(5, 1)).runs(3),
        seeded("RandomShuffle", 7, 8).named("a scalar").input(scalar(3)),
        seeded("RandomShuffle", 7, 8).named("a single row").input(range(1, 4)),
        seeded("RandomShuffle", 7, 8).named("nothing").input(empty(0, 3)),
        seeded("RandomShuffle", 7, 8).named("empty rows").input(empty(3, 0)),
        OpSample.of("RandomShuffle").named("no seed").input(range(5)).shapesOnly());
  }

  private static List<OpSample> classes() {
    double infinity = Double.POSITIVE_INFINITY;
    return List.of(
        seeded("Multinomial", 1, 10).input(matrix(2, 3, 0.5, 1, -2, 3, 3, 0)).integer(7).runs(3),
        seeded("Multinomial", 1, 10).named("many").input(matrix(1, 2, 0, 1)).integer(500).runs(2),
        seeded("Multinomial", 1, 10)
            .named("not finite")
            .input(matrix(3, 3, 1, -infinity, 2, 1, infinity, 1, Double.NaN, 0, 0))
            .integer(9)
            .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64),
        seeded("Multinomial", 1, 10)
            .named("none finite")
            .input(matrix(2, 3, -infinity, infinity, Double.NaN, -infinity, -infinity, -infinity))
            .integer(3)
            .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64),
        seeded("Multinomial", 1, 10).named("no sample").input(range(2, 3)).integer(0),
        seeded("Multinomial", 1, 10).named("no row").input(empty(0, 3)).integer(2),
        OpSample.of("Multinomial").named("no seed").input(range(2, 3)).integer(2).shapesOnly(),
        seeded("Multinomial", 1, 10)
            .named("no class")
            .input(empty(2, 0))
            .integer(2)
            .refused("at least one class"),
        seeded("Multinomial", 1, 10)
            .named("negative")
            .input(range(2, 3))
            .integer(-2)
            .refused("num_samples"),
        seeded("Multinomial", 1, 10).named("a vector").input(range(3)).integer(2).refused("rank 2"),
        seeded("Multinomial", 1, 10)
            .named("several counts")
            .input(range(2, 3))
            .ints(2, 3)
            .refused("rank 0"));
  }

  private static List<OpSample> gammas() {
    return List.of(
        seeded("RandomGamma", 1, 12).input(vector(4)).input(vector(1.5, 0.25, 1, 40)).runs(3),
        // doubles: the error of the power comes on top of that of the normal number
        seeded("RandomGamma", 1, 12)
            .named("many")
            .input(vector(3000))
            .input(scalar(0.75))
            .runs(2)
            .ulps(6),
        seeded("RandomGamma", 1, 12).named("matrix").input(vector(2, 3)).input(range(2, 2)),
        seeded("RandomGamma", 1, 12).named("a sample each").input(empty(0)).input(vector(3, 4)),
        seeded("RandomGamma", 1, 12).named("no sample").input(vector(0)).input(vector(3, 4)),
        seeded("RandomGamma", 1, 12).named("no alpha").input(vector(2)).input(empty(0)),
        OpSample.of("RandomGamma").named("no seed").input(vector(2)).input(scalar(3)).shapesOnly(),
        seeded("RandomGamma", 1, 12)
            .named("negative size")
            .input(vector(-2))
            .input(scalar(3))
            .refused("at least 0"));
  }

  private static List<OpSample> poissons() {
    return List.of(
        seeded("RandomPoisson", 3, 4).input(vector(5)).input(vector(0.5, 0, 7, 10, 300)).runs(2),
        seeded("RandomPoissonV2", 3, 4)
            .input(vector(5))
            .input(vector(0.5, 0, 9, 10, 11, 300, 30_000))
            .runs(2),
        seeded("RandomPoissonV2", 3, 4).named("many").input(vector(3000)).input(scalar(25)),
        seeded("RandomPoissonV2", 3, 4).named("negative rate").input(vector(3)).input(scalar(-1)),
        seeded("RandomPoissonV2", 3, 4).named("no sample").input(vector(0)).input(vector(1, 2)),
        OpSample.of("RandomPoissonV2")
            .named("no seed")
            .input(vector(2))
            .input(scalar(3))
            .shapesOnly());
  }

  private static OpSample bounded(String name, double mean, double deviation, double... bounds) {
    return seeded("ParameterizedTruncatedNormal", 11, 12)
        .named(name)
        .types("T", DType.INT32) // TensorFlow reads the shape as int32 whatever its type
        .input(vector(6, 15))
        .input(scalar(mean))
        .input(scalar(deviation))
        .input(scalar(bounds[0]))
        .input(scalar(bounds[1]));
  }

  private static List<OpSample> boundedNormals() {
    double infinity = Double.POSITIVE_INFINITY;
    return List.of(
        bounded("normal candidates", 1, 2, -3, 8).runs(2),
        bounded("uniform candidates", 1, 2, 0.5, 1.5).runs(2),
        bounded("exponential candidates", 1, 2, 7, 60).runs(2),
        bounded("below", 1, 2, -infinity, 3),
        bounded("far below", 0, 1, -infinity, -3),
        bounded("above", 1, 2, 2, infinity),
        bounded("left of the mean", 5, 1, 1, 2),
        bounded("bounds the wrong way", 0, 1, 2, 1).refused("minvals below maxvals"),
        bounded("negative deviation", 0, -1, 1, 2).refused("stdevs must be positive"),
        bounded("no bounds", 0, 1, -infinity, infinity).refused("one of them finite"),
        seeded("ParameterizedTruncatedNormal", 11, 12)
            .named("a batch for each parameter")
            .types("T", DType.INT32)
            .input(vector(3, 5))
            .input(vector(0, 1, 2))
            .input(vector(1))
            .input(vector(-1, -2, 1.75))
            .input(scalar(8))
            .runs(2),
        bounded("a shape of 64 bits", 0, 1, -1, 8)
            .types("T", DType.INT64)
            .types("dtype", DType.FLOAT32)
            .unasked(), // TensorFlow reads the shape as int32
        seeded("ParameterizedTruncatedNormal", 11, 12)
            .named("wrong number of parameters")
            .types("T", DType.INT32)
            .input(vector(3, 5))
            .input(vector(0, 1))
            .input(scalar(1))
            .input(scalar(-1))
            .input(scalar(8))
            .refused("must have length 1 or that of the first dimension"));
  }

  private static List<OpSample> crops() {
    return List.of(
        seeded("RandomCrop", 1, 2).input(range(7, 9, 2)).input(vector(3, 4)).runs(4),
        seeded("RandomCrop", 1, 2).named("columns").input(range(3, 9, 1)).input(vector(3, 4)),
        seeded("RandomCrop", 1, 2).named("all").input(range(3, 4, 2)).input(vector(3, 4)),
        seeded("RandomCrop", 1, 2)
            .named("larger")
            .input(range(3, 4, 2))
            .input(vector(4, 4))
            .refused("at most that of the image"),
        seeded("RandomCrop", 1, 2)
            .named("one size")
            .input(range(3, 4, 2))
            .input(vector(2))
            .refused("a height and a width"));
  }

  static List<Scenario> scenarios() {
    return List.of();
  }
}

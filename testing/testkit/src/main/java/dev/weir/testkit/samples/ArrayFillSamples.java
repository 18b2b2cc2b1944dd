package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that make tensors of given values. */
final class ArrayFillSamples {
  private ArrayFillSamples() {}

  static List<OpSample> samples() {
    return Stream.of(fill(), sequences()).flatMap(List::stream).toList();
  }

  private static List<OpSample> fill() {
    return List.of(
        exact("Fill").input(vector(2, 3)).input(scalar(7)),
        exact("Fill").named("large").input(vector(5, 50)).input(scalar(7)),
        exact("Fill").named("scalar").input(empty(0)).input(scalar(7)),
        exact("Fill").named("empty").input(vector(2, 0)).input(scalar(7)),
        exact("Fill").named("negative").input(vector(2, -1)).input(scalar(7)).refused("0 or more"),
        exact("Fill")
            .named("value is a vector")
            .input(vector(2))
            .input(vector(7, 8))
            .refused("rank 0"),
        exact("Fill")
            .named("dims are a matrix")
            .input(range(1, 1))
            .input(scalar(7))
            .refused("rank 1"),
        exact("Empty").ints(2, 3).attr("init", true),
        exact("Empty").named("any values").ints(2, 3).shapesOnly(),
        exact("Empty").named("negative").ints(2, -1).refused("0 or more"),
        exact("ZerosLike").input(range(2, 3)),
        exact("ZerosLike").named("scalar").input(scalar(3)),
        exact("ZerosLike").named("empty").input(empty(0, 3)),
        exact("OnesLike").input(range(3, 9)),
        exact("OnesLike").named("scalar").input(scalar(3)),
        exact("OnesLike").named("empty").input(empty(0, 3)));
  }

  /** TensorFlow has a kernel for float16, but its shape function refuses constants of it. */
  private static OpSample range3(String title, double start, double limit, double delta) {
    return exact("Range")
        .notTypes("Tidx", DType.FLOAT16)
        .named(title)
        .input(scalar(start))
        .input(scalar(limit))
        .input(scalar(delta));
  }

  private static OpSample lin(String title, double start, double stop, double num) {
    return exact("LinSpace")
        .named(title)
        .input(scalar(start))
        .input(scalar(stop))
        .input(scalar(num));
  }

  private static List<OpSample> sequences() {
    DType[] signed = {
      DType.FLOAT32,
      DType.FLOAT64,
      DType.BFLOAT16,
      DType.INT8,
      DType.INT16,
      DType.INT32,
      DType.INT64
    };
    DType[] floating = {DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16};
    return List.of(
        range3("", 1, 10, 3),
        range3("limit not reached", 1, 11, 3),
        range3("empty", 4, 4, 1),
        range3("downwards", 10, 1, -4).types("Tidx", signed),
        range3("through 0", -5, 6, 2).types("Tidx", signed),
        range3("fractions", 0, 1, 0.1).types("Tidx", floating),
        range3("fractions downwards", 3, -1, -0.3).types("Tidx", floating),
        range3("extremes", Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30)
            .types("Tidx", DType.INT64), // TensorFlow's int32 arithmetic overflows
        range3("delta is 0", 1, 10, 0).refused("delta must not be 0"),
        range3("wrong way", 10, 1, 3).refused("must lead from start to limit"),
        range3("wrong way down", 1, 10, -3)
            .types("Tidx", signed)
            .refused("must lead from start to limit"),
        range3("zeros of both signs", 0, -0.0, 1),
        range3("from NaN", Double.NaN, -1, -1)
            .types("Tidx", DType.FLOAT32, DType.FLOAT64)
            .refused("how many numbers"),
        range3("to NaN", 0, Double.NaN, 1)
            .types("Tidx", DType.FLOAT32, DType.FLOAT64)
            .refused("how many numbers"),
        range3("by NaN", 1, 0, Double.NaN)
            .types("Tidx", DType.FLOAT32, DType.FLOAT64)
            .refused("how many numbers"),
        range3("between infinities", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1)
            .types("Tidx", DType.FLOAT32, DType.FLOAT64)
            .refused("how many numbers"),
        exact("Range")
            .named("a vector")
            .input(vector(1, 2))
            .input(scalar(5))
            .input(scalar(1))
            .refused("rank 0"),
        lin("", 0, 1, 5),
        lin("sevenths", 0, 1, 8),
        lin("downwards", 3, -2, 7),
        lin("one", 3, 5, 1),
        lin("two", 3, 5, 2),
        lin("all the same", 3, 3, 4),
        lin("none", 0, 1, 0).refused("num must be above 0"),
        lin("negative", 0, 1, -2).refused("num must be above 0"),
        exact("LinSpace")
            .named("a vector")
            .input(vector(1))
            .input(scalar(5))
            .input(scalar(3))
            .refused("rank 0"));
  }
}

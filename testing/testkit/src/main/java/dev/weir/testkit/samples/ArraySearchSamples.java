package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.ArraySamples.exact;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Samples of ops that search and compare. */
final class ArraySearchSamples {
  private ArraySearchSamples() {}

  static List<OpSample> samples() {
    return Stream.of(bounds(), listDiff(), unravel(), editDistance())
        .flatMap(List::stream)
        .toList();
  }

  private static List<OpSample> bounds() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("LowerBound", "UpperBound")) {
      samples.addAll(
          List.of(
              exact(op)
                  .input(matrix(2, 4, 1, 3, 3, 5, 0, 0, 7, 9))
                  .input(matrix(2, 5, 0, 1, 3, 4, 9, 0, 1, 7, 9, 10))
                  .notTypes("T", DType.BOOL),
              exact(op).named("nothing to search").input(empty(2, 0)).input(range(2, 3)),
              exact(op).named("no values").input(range(2, 3)).input(empty(2, 0)),
              exact(op)
                  .named("rows differ")
                  .input(range(2, 3))
                  .input(range(3, 3))
                  .refused("as many rows"),
              exact(op).named("a vector").input(range(3)).input(range(3)).refused("rank 2")));
    }
    samples.addAll(
        List.of(
            exact("Bucketize")
                .input(vector(-5, 0, 9, 10, 50, 100, 150))
                .attr("boundaries", AttrValue.ofFloats(0, 10, 100)),
            exact("Bucketize")
                .named("fractions")
                .input(
                    vector(
                        0.25, 0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY))
                .types("T", DType.FLOAT32, DType.FLOAT64)
                .attr("boundaries", AttrValue.ofFloats(0.5f, 0.5f, 0.75f)),
            exact("Bucketize")
                .named("no boundaries")
                .input(range(3))
                .attr("boundaries", AttrValue.ofFloats()),
            exact("Bucketize")
                .named("empty")
                .input(empty(0))
                .attr("boundaries", AttrValue.ofFloats(1)),
            exact("Bucketize")
                .named("not sorted")
                .input(range(3))
                .attr("boundaries", AttrValue.ofFloats(2, 1))
                .refused("sorted")));
    return samples;
  }

  private static List<OpSample> listDiff() {
    return List.of(
        exact("ListDiff").input(vector(1, 2, 3, 2, 5, 6)).input(vector(3, 5, 1, 9)),
        exact("ListDiff").named("nothing left").input(vector(1, 1)).input(vector(1)),
        exact("ListDiff").named("nothing to exclude").input(vector(1, 1)).input(empty(0)),
        exact("ListDiff").named("of nothing").input(empty(0)).input(vector(1)),
        exact("ListDiff")
            .named("zeros and NaN")
            .input(vector(-0.0, Double.NaN, 1))
            .input(vector(0.0, Double.NaN))
            .types("T", DType.FLOAT32, DType.FLOAT64),
        exact("ListDiff").named("a matrix").input(range(1, 2)).input(vector(1)).refused("rank 1"));
  }

  private static List<OpSample> unravel() {
    return List.of(
        exact("UnravelIndex").input(vector(22, 41, 37)).input(vector(7, 6)),
        exact("UnravelIndex").named("scalar").input(scalar(11)).input(vector(2, 3, 4)),
        exact("UnravelIndex")
            .named("none")
            .input(empty(0))
            .input(vector(2, 3))
            .refused("not be empty"),
        exact("UnravelIndex")
            .named("too large")
            .input(vector(42))
            .input(vector(7, 6))
            .refused("below 42"),
        exact("UnravelIndex")
            .named("size 0")
            .input(vector(0))
            .input(vector(7, 0))
            .refused("above 0"),
        exact("UnravelIndex")
            .named("a scalar")
            .input(vector(0))
            .input(scalar(7))
            .refused("rank 1"));
  }

  private static Values longs(int columns, double... numbers) {
    return matrix(numbers.length / columns, columns, numbers);
  }

  private static OpSample distance(String title) {
    return exact("EditDistance")
        .named(title)
        .input(longs(2, 0, 0, 0, 1, 0, 2, 1, 0, 2, 0, 2, 1))
        .input(vector(1, 2, 3, 4, 1, 2))
        .input(vector(4, 3))
        .input(longs(2, 0, 0, 0, 1, 0, 2, 0, 3, 2, 0, 2, 1, 3, 0))
        .input(vector(1, 3, 3, 5, 1, 2, 6))
        .input(vector(4, 4));
  }

  private static List<OpSample> editDistance() {
    return List.of(
        distance(""),
        distance("not normalized").attr("normalize", false),
        exact("EditDistance")
            .named("ranks differ")
            .input(longs(2, 0, 0))
            .input(vector(1))
            .input(vector(1, 1))
            .input(longs(3, 0, 0, 0))
            .input(vector(1))
            .input(vector(1, 1, 1))
            .refused("equally long"),
        exact("EditDistance")
            .named("too few values")
            .input(longs(2, 0, 0, 0, 1))
            .input(vector(1))
            .input(vector(1, 2))
            .input(longs(2, 0, 0))
            .input(vector(1))
            .input(vector(1, 1))
            .refused("a row of indices"));
  }
}

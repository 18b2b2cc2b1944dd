package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of counting, ranking and telling apart. */
final class CountingSamples {
  private CountingSamples() {}

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    bincounts(all);
    denseBincounts(all);
    histograms(all);
    topElements(all);
    inTop(all);
    nthElements(all);
    uniques(all);
    wheres(all);
    return all;
  }

  private static void bincounts(List<OpSample> all) {
    Values values = matrix(2, 3, 1, 0, 3, 1, 9, 1);
    all.add(sample("Bincount", "counts", values, scalar(4), empty(0)));
    all.add(sample("Bincount", "weights", values, scalar(4), random(30, 1, 5, 2, 3)).exact());
    all.add(sample("Bincount", "of nothing", empty(0), scalar(3), empty(0)));
    all.add(sample("Bincount", "no bins", values, scalar(0), empty(0)));
    all.add(
        sample("Bincount", "negative integer", vector(1, -1), scalar(4), empty(0))
            .refused("not negative"));
    all.add(
        sample("Bincount", "negative size", values, scalar(-1), empty(0))
            .refused("must not be negative"));
    all.add(
        sample("Bincount", "weights of another shape", values, scalar(4), vector(1, 2))
            .refused("weights must be empty"));
  }

  private static void denseBincounts(List<OpSample> all) {
    String op = "DenseBincount";
    Values rows = matrix(2, 3, 1, 0, 3, 1, 9, 1);
    for (boolean binary : new boolean[] {false, true}) {
      all.add(sample(op, "rows", rows, scalar(4), empty(0)).attr("binary_output", binary));
      all.add(
          sample(op, "vector", vector(1, 1, 0, 7), scalar(3), empty(0))
              .attr("binary_output", binary));
      all.add(sample(op, "weights", rows, scalar(4), range(2, 3)).attr("binary_output", binary));
      all.add(
          sample(op, "weights of a vector", vector(1, 1, 0, 7), scalar(3), vector(1, 2, 3, 4))
              .attr("binary_output", binary));
      all.add(
          sample(op, "of nothing", empty(0), scalar(3), empty(0)).attr("binary_output", binary));
      all.add(
          sample(op, "empty rows", empty(2, 0), scalar(3), empty(0)).attr("binary_output", binary));
      all.add(
          sample(op, "negative integer", vector(1, -1), scalar(4), empty(0))
              .attr("binary_output", binary)
              .refused("not negative"));
    }
    all.add(sample(op, "of a scalar", scalar(1), scalar(3), empty(0)));
    all.add(
        sample(op, "rank 3", range(1, 2, 2), scalar(4), empty(0)).refused("a vector or a matrix"));
    all.add(
        sample(op, "negative size", rows, scalar(-1), empty(0)).refused("must not be negative"));
    all.add(
        sample(op, "weights of another shape", rows, scalar(4), vector(1, 2))
            .refused("weights must be empty"));
    all.add(sample(op, "size in a vector", rows, vector(4), empty(0)).refused("rank 0"));
  }

  private static void histograms(List<OpSample> all) {
    String op = "HistogramFixedWidth";
    all.add(sample(op, "bins", vector(-1, 0, 1, 1.5, 2, 3, 4.9, 5, 15), vector(0, 5), scalar(5)));
    all.add(sample(op, "matrix", random(31, -10, 10, 5, 7), vector(-8, 7), scalar(6)));
    all.add(
        sample(op, "infinities", vector(-INFINITY, INFINITY, 0), vector(-1, 1), scalar(3))
            .types("T", DType.FLOAT32, DType.FLOAT64));
    all.add(sample(op, "of nothing", empty(0), vector(0, 1), scalar(2)));
    all.add(sample(op, "one bin", vector(1, 2, 3), vector(0, 1), scalar(1)));
    all.add(
        sample(op, "bounds that descend", vector(1), vector(2, 1), scalar(2))
            .refused("must ascend"));
    all.add(sample(op, "equal bounds", vector(1), vector(1, 1), scalar(2)).refused("must ascend"));
    all.add(
        sample(op, "three bounds", vector(1), vector(0, 1, 2), scalar(2)).refused("two numbers"));
    all.add(sample(op, "no bins", vector(1), vector(0, 1), scalar(0)).refused("at least 1"));
  }

  private static void topElements(List<OpSample> all) {
    Values rows = matrix(2, 5, 1, 4, 4, -2, 3, 0, 0, 0, 0, 7);
    for (int k : new int[] {0, 1, 2, 3, 5}) {
      all.add(sample("TopK", "k = " + k, rows).attr("k", k));
      all.add(sample("TopKV2", "k = " + k, rows, scalar(k)));
    }
    all.add(sample("TopKV2", "three dimensions", random(32, -9, 9, 2, 2, 6), scalar(4)));
    all.add(
        sample("TopKV2", "infinities", vector(1, INFINITY, -INFINITY, INFINITY, 0, -0.0), scalar(5))
            .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
    all.add(sample("TopKV2", "extremes", vector(-1, Long.MAX_VALUE, 0, Long.MIN_VALUE), scalar(4)));
    all.add(sample("TopKV2", "all, in any order", rows, scalar(5)).attr("sorted", false));
    // which order that is depends on TensorFlow's algorithm
    all.add(
        sample("TopKV2", "some, in any order", rows, scalar(2)).attr("sorted", false).shapesOnly());
    all.add(sample("TopKV2", "of nothing", empty(0, 3), scalar(2)));
    all.add(sample("TopKV2", "k too large", rows, scalar(6)).refused("at least k"));
    all.add(sample("TopKV2", "k negative", rows, scalar(-1)).refused("must not be negative"));
    all.add(sample("TopKV2", "k in a vector", rows, vector(1)).refused("rank 0"));
    all.add(sample("TopKV2", "of a scalar", scalar(1), scalar(1)).refused("at least rank 1"));
    all.add(sample("TopK", "k too large", rows).attr("k", 6).refused("at least k"));
    all.add(sample("TopK", "of a scalar", scalar(1)).attr("k", 1).refused("at least rank 1"));
  }

  private static void inTop(List<OpSample> all) {
    Values predictions =
        matrix(
            6,
            4,
            1,
            4,
            2,
            3,
            1,
            1,
            1,
            1,
            4,
            3,
            2,
            1,
            4,
            3,
            2,
            1,
            1,
            INFINITY,
            2,
            3,
            Double.NaN,
            1,
            2,
            3);
    Values targets = vector(3, 0, 9, -1, 2, 3);
    for (int k : new int[] {-1, 0, 1, 2, 9}) {
      all.add(sample("InTopK", "k = " + k, predictions, targets).attr("k", k));
      all.add(sample("InTopKV2", "k = " + k, predictions, targets, scalar(k)));
    }
    all.add(sample("InTopK", "no rows", empty(0, 3), empty(0)).attr("k", 1));
    all.add(
        sample("InTopK", "too few targets", predictions, vector(1))
            .attr("k", 1)
            .refused("lengths must be equal"));
    all.add(
        sample("InTopKV2", "vector of predictions", vector(1, 2), vector(1), scalar(1))
            .refused("rank 2"));
    all.add(
        sample("InTopKV2", "matrix of targets", predictions, range(6, 1), scalar(1))
            .refused("rank 1"));
    all.add(sample("InTopKV2", "k in a vector", predictions, targets, vector(1)).refused("rank 0"));
  }

  private static void nthElements(List<OpSample> all) {
    String op = "NthElement";
    Values rows = matrix(2, 5, 1, 4, 4, -2, 3, 0, 0, 0, 0, 7);
    for (boolean reverse : new boolean[] {false, true}) {
      for (int n : new int[] {0, 1, 2, 4}) {
        all.add(sample(op, "n = " + n, rows, scalar(n)).attr("reverse", reverse).exact());
      }
      all.add(
          sample(op, "three dimensions", random(33, -9, 9, 2, 2, 6), scalar(3))
              .attr("reverse", reverse));
      all.add(sample(op, "of a vector", vector(3, 1, 2), scalar(1)).attr("reverse", reverse));
      all.add(
          sample(op, "extremes", vector(-1, Long.MAX_VALUE, 0, Long.MIN_VALUE), scalar(3))
              .attr("reverse", reverse));
    }
    all.add(sample(op, "no rows", empty(0, 3), scalar(1)));
    all.add(sample(op, "n too large", rows, scalar(5)).refused("more than n"));
    all.add(sample(op, "n negative", rows, scalar(-1)).refused("must not be negative"));
    all.add(sample(op, "of a scalar", scalar(1), scalar(0)).refused("at least rank 1"));
    all.add(sample(op, "n in a vector", rows, vector(0)).refused("rank 0"));
  }

  private static void uniques(List<OpSample> all) {
    Values numbers = vector(3, 1, 3, 2, 1, 0, 0);
    for (String op : List.of("Unique", "UniqueWithCounts")) {
      all.add(sample(op, "first come first", numbers));
      all.add(
          sample(op, "strings", strings(Shape.of(4), "b", "", "b", "a")).types("T", DType.STRING));
      all.add(
          sample(op, "zeros and NaN", vector(0, -0.0, Double.NaN, 1, Double.NaN))
              .types("T", DType.FLOAT32, DType.FLOAT64)
              .exact());
      all.add(sample(op, "of nothing", empty(0)));
      all.add(sample(op, "of a matrix", range(2, 2)).refused("vector"));
    }
    Values rows = matrix(4, 2, 1, 2, 3, 4, 1, 2, 1, 3);
    for (String op : List.of("UniqueV2", "UniqueWithCountsV2")) {
      all.add(sample(op, "no axis", numbers, empty(0)));
      all.add(sample(op, "axis of a vector", numbers, vector(0)));
      all.add(sample(op, "rows", rows, vector(0)));
      all.add(sample(op, "columns", matrix(2, 4, 1, 2, 1, 1, 3, 4, 3, 5), vector(-1)));
      all.add(sample(op, "middle axis", matrix(2, 3, 1, 2, 1, 3, 4, 3), vector(1)));
      all.add(sample(op, "no rows", empty(0, 2), vector(0)));
      all.add(
          sample(
                  op,
                  "rows of strings",
                  strings(Shape.of(3, 2), "a", "b", "a", "b", "b", "a"),
                  vector(0))
              .types("T", DType.STRING));
      all.add(sample(op, "matrix without an axis", rows, empty(0)).refused("must be a vector"));
      all.add(sample(op, "axis too large", rows, vector(2)).refused("axis must be in"));
      all.add(sample(op, "two axes", rows, vector(0, 1)).refused("one number or none"));
    }
  }

  private static void wheres(List<OpSample> all) {
    all.add(sample("Where", "matrix", matrix(2, 3, 0, 1, 0.5, -1, 0, 2)));
    all.add(
        sample("Where", "truth values", bools(Shape.of(2, 2), true, false, true, true))
            .types("T", DType.BOOL));
    all.add(sample("Where", "vector", vector(0, 3, 0)));
    all.add(sample("Where", "scalar", scalar(1)).refused("rank 1 to 8"));
    all.add(sample("Where", "five dimensions", range(2, 1, 2, 1, 2)));
    all.add(sample("Where", "none", Values.complex(Shape.of(3), 0, 0, 0, 0, 0, 0)));
    all.add(sample("Where", "imaginary", Values.complex(Shape.of(2), 0, 1, 0, 0)));
    all.add(sample("Where", "of nothing", empty(0, 2)));
    all.add(
        sample("Where", "zeros and NaN", vector(-0.0, Double.NaN))
            .types("T", DType.FLOAT32, DType.FLOAT16));
  }
}

package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of reductions of segments. */
final class SegmentSamples {
  private SegmentSamples() {}

  private static final DType[] FLOATS = {
    DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64
  };

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    for (String name : List.of("Sum", "Prod", "Max", "Min", "Mean")) {
      sorted("Segment" + name, all);
      if (!name.equals("Mean")) {
        numbered("Segment" + name + "V2", all);
        unsorted("UnsortedSegment" + name, all);
      }
    }
    all.add(
        unsortedSample("UnsortedSegmentSum", "ids of 16 bits", range(3, 2), vector(1, 0, 1), 2)
            .types("Tindices", DType.INT16));
    return all;
  }

  private static void sorted(String op, List<OpSample> all) {
    Values rows = matrix(4, 2, 1, -2, 3, 4, -5, 6, 7, 8);
    all.add(sample(op, "rows", rows, vector(0, 0, 1, 1)));
    all.add(sample(op, "gaps", rows, vector(1, 1, 1, 4)));
    all.add(sample(op, "of a vector", vector(1, 2, 3, 4), vector(0, 1, 1, 1)));
    // halves are added in half precision or better, in an order of TensorFlow's own
    all.add(
        sample(op, "random", random(20, 0.5, 1.5, 9, 2, 3), vector(0, 0, 0, 0, 0, 2, 2, 2, 3))
            .ulps(4));
    all.add(sample(op, "wraps around", vector(100, 100, 3, 100), vector(0, 0, 0, 1)));
    if (!op.endsWith("Max") && !op.endsWith("Min")) {
      // what wins against NaN depends in TensorFlow on the length of the row
      all.add(
          sample(op, "NaN", matrix(3, 2, 1, Double.NaN, Double.NaN, 2, 3, 4), vector(0, 0, 0))
              .types("T", FLOATS));
    }
    all.add(sample(op, "of nothing", empty(0, 2), empty(0)));
    all.add(sample(op, "empty rows", empty(2, 0), vector(0, 1)));
    all.add(sample(op, "unsorted", rows, vector(0, 1, 0, 1)).refused("must not decrease"));
    all.add(sample(op, "negative", rows, vector(-1, 0, 1, 1)).refused("indices must be in"));
    all.add(
        sample(op, "all negative", rows, vector(-4, -3, -2, -2)).refused("must not be negative"));
    all.add(sample(op, "too few ids", rows, vector(0, 0, 1)).refused("lengths must be equal"));
    all.add(sample(op, "ids in a matrix", rows, matrix(2, 2, 0, 0, 1, 1)).refused("rank 1"));
    all.add(sample(op, "of a scalar", scalar(1), vector(0)).refused("at least rank 1"));
  }

  /** TensorFlow compiles these for accelerators only; here they are kept from breaking. */
  private static void numbered(String op, List<OpSample> all) {
    all.add(sample(op, "rows", range(3, 2), vector(0, 0, 2)).input(scalar(4)));
    all.add(
        sample(op, "negative size", range(3, 2), vector(0, 0, 2))
            .input(scalar(-1))
            .refused("must not be negative"));
  }

  private static OpSample unsortedSample(
      String op, String title, Values data, Values ids, int segments) {
    return sample(op, title, data, ids).input(scalar(segments));
  }

  private static void unsorted(String op, List<OpSample> all) {
    Values rows = matrix(4, 2, 1, -2, 3, 4, -5, 6, 7, 8);
    all.add(unsortedSample(op, "rows", rows, vector(1, 0, 1, 1), 2).exact());
    all.add(unsortedSample(op, "gaps and negative ids", rows, vector(4, -1, 1, 1), 6).exact());
    all.add(
        unsortedSample(op, "ids in a matrix", range(2, 3, 2), matrix(2, 3, 0, 1, 0, 1, 0, 1), 2));
    all.add(unsortedSample(op, "a single id", range(3), scalar(1), 2));
    all.add(
        unsortedSample(
                op,
                "of elements",
                random(21, 0.5, 1.5, 3, 3),
                matrix(3, 3, 0, 1, 1, 0, 0, 0, -7, 1, 1),
                2)
            .exact()
            .notTypes("T", DType.COMPLEX64, DType.COMPLEX128));
    if (op.endsWith("Sum") || op.endsWith("Prod")) {
      all.add(
          unsortedSample(
                  op,
                  "complex elements",
                  random(21, 0.5, 1.5, 3, 3),
                  matrix(3, 3, 0, 1, 1, 0, 0, 0, -7, 1, 1),
                  2)
              .ulps(3)
              .types("T", DType.COMPLEX64, DType.COMPLEX128));
    }
    all.add(unsortedSample(op, "wraps around", vector(100, 100, 3, 100), vector(0, 0, 0, 1), 2));
    all.add(
        unsortedSample(
                op,
                "infinities",
                matrix(2, 2, Double.NEGATIVE_INFINITY, 1, 2, Double.POSITIVE_INFINITY),
                vector(0, 0),
                1)
            .types("T", FLOATS));
    all.add(
        unsortedSample(
                op, "NaN", matrix(3, 2, 1, Double.NaN, Double.NaN, 2, 3, 4), vector(0, 0, 0), 1)
            .types("T", FLOATS));
    all.add(
        unsortedSample(
                op,
                "NaN in wide rows",
                matrix(
                    3,
                    9,
                    1,
                    1,
                    1,
                    Double.NaN,
                    1,
                    1,
                    1,
                    1,
                    Double.NaN,
                    Double.NaN,
                    2,
                    2,
                    2,
                    2,
                    Double.NaN,
                    2,
                    2,
                    2,
                    0,
                    0,
                    3,
                    3,
                    Double.NaN,
                    0,
                    0,
                    3,
                    3),
                vector(0, 0, 0),
                1)
            .types("T", FLOATS));
    all.add(unsortedSample(op, "of nothing", empty(0, 2), empty(0), 3));
    all.add(unsortedSample(op, "no segments", range(2, 2), vector(-1, -1), 0));
    all.add(unsortedSample(op, "empty rows", empty(2, 0), vector(0, 1), 3));
    all.add(unsortedSample(op, "id too large", rows, vector(1, 0, 2, 1), 2).refused("[0, 2)"));
    all.add(
        unsortedSample(op, "negative size", rows, vector(1, 0, 1, 1), -1)
            .refused("must not be negative"));
    all.add(unsortedSample(op, "too few ids", rows, vector(0, 0, 1), 2).refused("must begin with"));
    all.add(
        unsortedSample(op, "ids of higher rank", vector(1, 2), matrix(2, 1, 0, 0), 2)
            .refused("must begin with"));
    all.add(
        sample(op, "size in a vector", rows, vector(0, 0, 1, 1))
            .input(vector(2))
            .refused("rank 0"));
  }
}

package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of sums, means and other reductions along axes. */
final class ReductionSamples {
  private ReductionSamples() {}

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    for (String op : List.of("Sum", "Prod", "Mean", "Max", "Min", "EuclideanNorm")) {
      everyWay(op, all);
    }
    for (String op : List.of("All", "Any")) {
      truth(op, all);
    }
    special(all);
    norms(all);
    all.addAll(argExtremes("ArgMax"));
    all.addAll(argExtremes("ArgMin"));
    losses(all);
    return all;
  }

  private static void everyWay(String op, List<OpSample> all) {
    Values cube = random(3, -4, 4, 2, 3, 4);
    all.add(OpSample.of(op).input(matrix(2, 3, 1, 2, 3, 2, 1, 2)).input(vector(1)));
    // The order of additions differs, in TensorFlow with the machine's vector length.
    all.add(sample(op, "first axis", cube, vector(0)).within(loose()));
    all.add(sample(op, "middle axis", cube, vector(1)).within(loose()));
    all.add(sample(op, "axes apart", cube, vector(2, 0)).within(loose()));
    all.add(sample(op, "kept axes", cube, vector(-1, 0)).attr("keep_dims", true).within(loose()));
    all.add(sample(op, "all axes", random(4, 0.5, 1.5, 2, 3), vector(0, 1)).within(loose()));
    all.add(sample(op, "scalar axis", range(2, 2), scalar(-2)).within(loose()));
    all.add(sample(op, "no axes", range(2, 2), empty(0)));
    all.add(sample(op, "of a scalar", scalar(3), empty(0)));
    all.add(sample(op, "of nothing", empty(2, 0), vector(1)));
    all.add(sample(op, "of nothing, kept", empty(0, 2), vector(0)).attr("keep_dims", true));
    all.add(sample(op, "nothing left", empty(2, 0), vector(0)));
    all.add(
        sample(op, "four axes, two merged", random(5, 1, 2, 2, 3, 2, 2), vector(0, 3))
            .within(loose()));
    all.add(
        sample(op, "axis too large", range(2, 2), vector(2)).refused("axis must be in [-2, 2)"));
    all.add(sample(op, "axis too small", range(2, 2), vector(-3)).refused("axis must be in"));
    all.add(sample(op, "axis of a scalar", scalar(1), vector(0)).refused("axis must be in"));
    all.add(sample(op, "axis twice", range(2, 2), vector(1, -1)).refused("only once"));
    all.add(
        sample(op, "axes in a matrix", range(2, 2), matrix(1, 1, 0))
            .constantsOnly()
            .refused("scalar or a vector"));
    all.add(
        sample(op, "axes in a matrix, fed", range(2, 2), matrix(1, 1, 0))
            .types("T", DType.FLOAT32)
            .types("Tidx", DType.INT32)
            .refused("scalar or a vector")
            .deviates("taken as a vector"));
  }

  /** A few units in the last place of the widest type, and of half precision. */
  private static Tolerance loose() {
    return new Tolerance(3, 0, 0);
  }

  private static void truth(String op, List<OpSample> all) {
    Values table = bools(Shape.of(4, 2), true, true, true, false, false, true, false, false);
    all.add(sample(op, "rows", table, vector(1)));
    all.add(sample(op, "columns, kept", table, vector(0)).attr("keep_dims", true));
    all.add(sample(op, "everything", table, vector(0, 1)));
    all.add(sample(op, "no axes", table, empty(0)));
    all.add(sample(op, "of nothing", bools(Shape.of(3, 0)), vector(1)));
    all.add(sample(op, "axis too large", table, vector(2)).refused("axis must be in"));
    all.add(sample(op, "axis twice", table, vector(0, 0)).refused("only once"));
  }

  private static void special(List<OpSample> all) {
    Values odd =
        matrix(
            4,
            3,
            1,
            Double.NaN,
            2,
            INFINITY,
            1,
            -INFINITY,
            -0.0,
            0.0,
            -0.0,
            -INFINITY,
            -1,
            -INFINITY);
    DType[] floats = {DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64};
    for (String op : List.of("Sum", "Prod", "Mean", "Max", "Min", "EuclideanNorm")) {
      all.add(sample(op, "NaN and infinities", odd, vector(1)).types("T", floats));
      all.add(sample(op, "NaN and infinities, by column", odd, vector(0)).types("T", floats));
    }
    Values large = vector(127, 127, 127, 1);
    all.add(sample("Sum", "wraps around", large, vector(0)).types("T", DType.INT8, DType.UINT8));
    all.add(sample("Prod", "wraps around", large, vector(0)).types("T", DType.INT8, DType.UINT8));
    all.add(sample("Mean", "of a sum that is too large", large, vector(0)));
    all.add(sample("Mean", "toward zero", vector(-1, -2, -2), vector(0)));
    Values extremes = vector(Long.MIN_VALUE, Long.MAX_VALUE, -1, 0, 1);
    for (String op : List.of("Max", "Min", "Sum", "Prod")) {
      all.add(
          sample(op, "extremes", extremes, vector(0))
              .types("T", DType.INT64, DType.UINT64, DType.INT32, DType.UINT32, DType.INT16));
    }
    all.add(
        sample("Mean", "unsigned", vector(-1, -3), vector(0))
            .types("T", DType.UINT32, DType.UINT16, DType.UINT8));
    // Eigen adds in a tree of float32 packets; the error grows with the logarithm of the length.
    all.add(sample("Sum", "long", random(6, 0, 1, 10_000), vector(0)).ulps(8));
    all.add(
        sample("Sum", "long columns", random(7, 0, 1, 1000, 3), vector(0))
            .within(new Tolerance(2, 0, 1e-6))
            .types("T", DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
    // along columns TensorFlow keeps the sums of half-precision numbers in half precision
    all.add(
        sample("Sum", "long columns of halves", random(7, 0, 1, 1000, 3), vector(0))
            .within(Tolerance.of(0, 1e-2))
            .types("T", DType.FLOAT16));
    all.add(
        sample("Mean", "long", random(8, 0, 1, 10_000), vector(0))
            .within(new Tolerance(8, 0, 1e-14)));
  }

  private static void norms(List<OpSample> all) {
    all.add(
        sample("EuclideanNorm", "3, 4, 5", matrix(2, 2, 3, -4, -5, 12), vector(1))
            .notTypes("T", DType.INT8));
    all.add(
        sample("EuclideanNorm", "wraps around", vector(100, 100, 50), vector(0))
            .types("T", DType.UINT8, DType.INT16));
  }

  private static List<OpSample> argExtremes(String op) {
    Values cube = random(9, -9, 9, 2, 3, 4);
    List<OpSample> all =
        List.of(
            sample(op, "ties", matrix(2, 4, 1, 3, 3, 0, 2, 2, 2, 2), scalar(1)),
            sample(op, "first axis", cube, scalar(0)),
            sample(op, "middle axis", cube, scalar(-2)),
            sample(op, "last axis", cube, scalar(2)),
            sample(op, "truth values", bools(Shape.of(2, 2), false, true, true, false), scalar(1))
                .types("T", DType.BOOL),
            sample(
                    op,
                    "NaN",
                    matrix(
                        4,
                        3,
                        Double.NaN,
                        1,
                        2,
                        1,
                        Double.NaN,
                        2,
                        2,
                        1,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN),
                    scalar(1))
                .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64),
            sample(
                    op,
                    "infinities",
                    matrix(3, 2, -INFINITY, INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY),
                    scalar(1))
                .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64),
            sample(
                    op,
                    "negative infinities",
                    matrix(2, 2, -INFINITY, -INFINITY, -INFINITY, -1e30),
                    scalar(1))
                .types("T", DType.FLOAT32, DType.FLOAT64),
            sample(op, "unsigned extremes", vector(1, -1, 2), scalar(0)),
            sample(op, "nothing left", empty(0, 3), scalar(1)),
            sample(op, "of nothing", empty(3, 0), scalar(1)).refused("must not be empty"),
            sample(op, "axis too large", range(2, 2), scalar(2)).refused("axis must be in"),
            sample(op, "of a scalar", scalar(1), scalar(0)).refused("axis must be in"),
            sample(op, "axis in a vector", range(2, 2), vector(0)).refused("rank 0"));
    all.forEach(sample -> sample.types("Tidx", DType.INT32, DType.INT64));
    List<OpSample> samples = new ArrayList<>(all);
    if (op.equals("ArgMax")) {
      // TensorFlow reads an axis of type int16 as if it were wider, and so refuses at random
      samples.add(
          sample(op, "axis of 16 bits", range(2, 3), scalar(1))
              .types("Tidx", DType.INT16)
              .unasked()
              .deviates("refused at random"));
    }
    return samples;
  }

  private static void losses(List<OpSample> all) {
    all.add(OpSample.of("L2Loss").input(matrix(2, 2, 1, 2, 3, -4)));
    all.add(OpSample.of("L2Loss").named("of nothing").input(empty(0)));
    all.add(OpSample.of("L2Loss").named("of a scalar").input(scalar(3)));
    all.add(OpSample.of("L2Loss").named("random").input(random(10, -1, 1, 5, 7)).ulps(4));
  }
}

package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;

import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of running totals. */
final class ScanSamples {
  private ScanSamples() {}

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    for (String op : List.of("Cumsum", "Cumprod", "CumulativeLogsumexp")) {
      Values x = random(11, 0.5, 2.5, 2, 3, 4);
      // log1p(exp(x)) in half precision is worth a unit or two at every step
      Tolerance tolerance =
          op.equals("CumulativeLogsumexp") ? Tolerance.ofUlps(4) : Tolerance.ofUlps(0);
      if (op.equals("Cumprod")) { // TensorFlow rounds each product of two complex parts
        tolerance = Tolerance.ofUlps(2);
      }
      for (int axis = 0; axis < 3; axis++) {
        for (int way = 0; way < 4; way++) {
          all.add(
              OpSample.of(op)
                  .named(
                      "axis "
                          + axis
                          + ((way & 1) == 0 ? "" : ", exclusive")
                          + ((way & 2) == 0 ? "" : ", reverse"))
                  .input(x)
                  .input(scalar(axis))
                  .attr("exclusive", (way & 1) != 0)
                  .attr("reverse", (way & 2) != 0)
                  .within(tolerance));
        }
      }
      all.add(sample(op, "negative axis", range(2, 3), -1).ulps(3));
      all.add(sample(op, "of nothing", empty(2, 0), 1));
      all.add(sample(op, "no lanes", empty(0, 3), 1));
      all.add(sample(op, "wraps around", vector(100, 100, 100, 7), 0).ulps(2));
      all.add(
          sample(
                  op,
                  "infinities",
                  vector(1, Double.NEGATIVE_INFINITY, 2, Double.POSITIVE_INFINITY, 3),
                  0)
              .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
      if (!op.equals("CumulativeLogsumexp")) { // there TensorFlow takes NaN for the total so far
        all.add(
            sample(op, "NaN", vector(1, Double.NaN, 3), 0)
                .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
      }
      all.add(
          sample(op, "infinity", vector(1, Double.POSITIVE_INFINITY, 2), 0)
              .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
      all.add(
          sample(
                  op,
                  "infinity twice",
                  vector(1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 2),
                  0)
              .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
      all.add(
          sample(
                  op,
                  "negative infinity first",
                  vector(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 2),
                  0)
              .types("T", DType.FLOAT16, DType.BFLOAT16, DType.FLOAT32, DType.FLOAT64));
      all.add(sample(op, "axis too large", range(2, 3), 2).refused("axis must be in"));
      all.add(sample(op, "of a scalar", scalar(1), 0).refused("axis must be in"));
      all.add(
          OpSample.of(op)
              .named("axis in a vector")
              .input(range(2))
              .input(vector(0))
              .refused("rank 0"));
    }
    return all;
  }

  private static OpSample sample(String op, String title, Values x, int axis) {
    return OpSample.of(op).named(title).input(x).input(scalar(axis));
  }
}

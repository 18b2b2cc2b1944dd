package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.SampleParts.sample;

import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of reductions of segments of picked rows. */
final class SparseSegmentSamples {
  private SparseSegmentSamples() {}

  static List<OpSample> samples() {
    List<OpSample> all = new ArrayList<>();
    for (String name : List.of("Sum", "Mean", "SqrtN")) {
      plain("SparseSegment" + name, all);
      numbered("SparseSegment" + name + "WithNumSegments", all);
      gradients("SparseSegment" + name + "Grad", all);
      gradients("SparseSegment" + name + "GradV2", all);
    }
    return all;
  }

  private static void plain(String op, List<OpSample> all) {
    Values table = matrix(3, 2, 1, 2, 3, 4, -5, 6);
    all.add(sample(op, "rows", table, vector(2, 0, 0, 1), vector(0, 0, 1, 1)));
    all.add(sample(op, "gaps", table, vector(2, 0, 1), vector(1, 1, 4)));
    all.add(sample(op, "of a vector", vector(1, 2, 3), vector(2, 0, 1), vector(0, 1, 1)));
    all.add(
        sample(
                op,
                "random",
                random(22, 0.5, 1.5, 6, 2, 3),
                vector(0, 5, 4, 4, 4, 2, 1, 0, 3, 3, 5, 2, 1),
                vector(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2))
            .ulps(3));
    all.add(sample(op, "of nothing", table, empty(0), empty(0)));
    all.add(sample(op, "empty rows", empty(2, 0), vector(0, 1), vector(0, 1)));
    all.add(
        sample(op, "unsorted", table, vector(0, 1, 2), vector(0, 1, 0))
            .refused("must not decrease"));
    all.add(
        sample(op, "negative id", table, vector(0, 1, 2), vector(-1, 0, 0))
            .refused("indices must be in"));
    all.add(
        sample(op, "index too large", table, vector(0, 3), vector(0, 1))
            .refused("indices[1] is 3"));
    all.add(
        sample(op, "negative index", table, vector(0, -1), vector(0, 1))
            .refused("indices[1] is -1"));
    all.add(
        sample(op, "too few ids", table, vector(0, 1, 2), vector(0, 1))
            .refused("lengths must be equal"));
    all.add(sample(op, "of a scalar", scalar(1), vector(0), vector(0)).refused("at least rank 1"));
    all.add(sample(op, "indices in a matrix", table, matrix(1, 1, 0), vector(0)).refused("rank 1"));
  }

  private static void numbered(String op, List<OpSample> all) {
    Values table = matrix(3, 2, 1, 2, 3, 4, -5, 6);
    all.add(sample(op, "rows", table, vector(2, 0, 0, 1), vector(0, 0, 1, 1)).input(scalar(2)));
    all.add(sample(op, "gaps", table, vector(2, 0, 1), vector(1, 1, 3)).input(scalar(6)));
    all.add(sample(op, "of nothing", table, empty(0), empty(0)).input(scalar(2)));
    all.add(
        sample(op, "id too large", table, vector(0, 1), vector(0, 2))
            .input(scalar(2))
            .refused("[0, 2)"));
    all.add(
        sample(op, "unsorted", table, vector(0, 1, 2), vector(0, 1, 0))
            .input(scalar(2))
            .refused("must not decrease"));
    all.add(
        sample(op, "negative size", table, vector(0, 1), vector(0, 1))
            .input(scalar(-1))
            .refused("must not be negative"));
    all.add(
        sample(op, "size in a vector", table, vector(0, 1), vector(0, 1))
            .input(vector(2))
            .refused("rank 0"));
  }

  private static void gradients(String op, List<OpSample> all) {
    Values grad = matrix(3, 2, 1, 2, 3, 4, -5, 6);
    all.add(sample(op, "rows", grad, vector(3, 0, 0, 1), vector(0, 0, 1, 2)).integer(5).ulps(3));
    all.add(
        sample(op, "rows picked again", grad, vector(1, 1, 1, 4, 2), vector(0, 0, 1, 1, 2))
            .integer(6)
            .ulps(3));
    all.add(
        sample(op, "of a vector", vector(1, 2), vector(0, 2, 2), vector(0, 1, 1))
            .integer(3)
            .ulps(3));
    if (op.endsWith("V2")) { // without indices TensorFlow leaves a dense gradient as it finds it
      all.add(sample(op, "of nothing", grad, empty(0), empty(0)).integer(3));
    }
    all.add(
        sample(op, "index too large", grad, vector(0, 3), vector(0, 1))
            .integer(3)
            .refused("indices[1] is 3"));
    all.add(
        sample(op, "id too large", grad, vector(0, 1), vector(0, 3))
            .integer(3)
            .refused("segment_ids[1] is 3"));
    all.add(
        sample(op, "negative id", grad, vector(0, 1), vector(-1, 0))
            .integer(3)
            .refused("segment_ids[0] is -1"));
    all.add(
        sample(op, "negative size", grad, vector(0, 1), vector(0, 1))
            .integer(-1)
            .refused("must not be negative"));
    all.add(
        sample(op, "too few ids", grad, vector(0, 1), vector(0))
            .integer(3)
            .refused("lengths must be equal"));
  }
}
